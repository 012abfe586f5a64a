/** The area session or inspection that photos, findings and checks belong to. */
export interface Scope {
  of: 'area-sessions' | 'inspections';
  id: string;
}

/** The path of a scope, by which the outbox groups its entries. */
export const scopePath = ({ of, id }: Scope): string => `${of}/${id}`;
