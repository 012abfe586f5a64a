/** The area session or inspection that photos, findings and checks belong to. */
export interface Scope {
  of: 'area-sessions' | 'inspections';
  id: string;
}
