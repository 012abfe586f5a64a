/** An id of the query; null where there is none, also where a link was written from a value that was missing. */
export const usableId = (text: string | undefined): string | null =>
  text === undefined || text === '' || text === 'null' || text === 'undefined' ? null : text;
