/** The id in the query; null where it is missing or the literal text "null" or "undefined". */
export const usableId = (text: string | undefined): string | null =>
  text === undefined || text === '' || text === 'null' || text === 'undefined' ? null : text;
