/** What photos, findings and checks belong to. The inspection of an area shows those of the area session. */
export interface Scope {
  of: 'area-sessions' | 'inspections';
  id: string;
}
