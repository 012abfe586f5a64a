/** The id in the query; null if it is missing or is the text "null" or "undefined". */
export const usableId = (text: string | undefined): string | null =>
  text === undefined || text === '' || text === 'null' || text === 'undefined' ? null : text;
