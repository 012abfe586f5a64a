/**
 * Keeps query values as strings. The router's own parser reads them as JSON and would turn an id of digits into a
 * number.
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
