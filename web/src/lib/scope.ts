/** The area session or inspection that photos, findings and checks belong to. */
export interface Scope {
  of: 'area-sessions' | 'inspections';
  id: string;
}

/** What photos belong to: also the item of a plan, whose finished work they show. */
export type PhotoScope = Scope | { of: 'pip-items'; id: string };

/** The path of a scope, by which the outbox groups its entries. */
export const scopePath = ({ of, id }: PhotoScope): string => `${of}/${id}`;
