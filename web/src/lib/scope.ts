/** The area session or inspection that photos, findings and checks belong to. */
export interface Scope {
  of: 'area-sessions' | 'inspections';
  id: string;
}

/** What photos can belong to: a scope, or a plan item whose finished work they show. */
export type PhotoScope = Scope | { of: 'pip-items'; id: string };

/** The path of a scope. The outbox groups its entries by it. */
export const scopePath = ({ of, id }: PhotoScope): string => `${of}/${id}`;
