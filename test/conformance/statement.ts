/** One checkable statement of the specification. */
export interface Statement {
  /**
   * The section of SPEC.md or the name of another page, then topic and number. Tests name it at the end of their
   * titles: `… [2.auth.3, api.common.5]`. Never renumbered.
   */
  id: string;
  states: string;
  /** The decision that overrules the statement or fills a gap in it, and what applies instead. */
  overruledBy?: string;
  /** Why no test proves it yet, such as 'not built yet'. Removed once a test proves it. */
  open?: string;
}
