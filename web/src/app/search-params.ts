/**
 * Query strings are plain texts, as the links in e-mails and the specification write them: no value is read as
 * JSON, so that an id of digits stays a text.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (plain && value !== '') params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}
