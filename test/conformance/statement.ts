/** One checkable statement of the specification. */
export interface Statement {
  /** section '.' topic '.' number; tests name it at the end of their titles: `… [2.auth.3]`. Never renumbered. */
  id: string;
  states: string;
  /** Which decision says otherwise, or fills what the specification leaves open, and what holds instead. */
  overruledBy?: string;
}
