/** One checkable statement of the specification. */
export interface Statement {
  /**
   * Section of SPEC.md, or name of another page, then topic and number. Tests name it at the end of their titles:
   * `… [2.auth.3, api.common.5]`. Never renumbered.
   */
  id: string;
  states: string;
  /** The decision that says otherwise or fills what the specification leaves open, and what holds instead. */
  overruledBy?: string;
  /** Why nothing shows it yet, such as 'not built yet'. A test that shows it makes this line go. */
  open?: string;
}
