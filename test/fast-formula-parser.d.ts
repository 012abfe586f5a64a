declare module 'fast-formula-parser' {
  interface At {
    sheet: string;
    row: number;
    col: number;
  }
  interface Range {
    sheet: string;
    from: { row: number; col: number };
    to: { row: number; col: number };
  }
  /** The part of the package that the tests use. */
  export default class FormulaParser {
    constructor(cells: { onCell(at: At): unknown; onRange(range: Range): unknown[][] });
    parse(formula: string, at: At): unknown;
  }
}
