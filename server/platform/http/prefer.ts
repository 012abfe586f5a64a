/**
 * The seconds that a request asks the server to wait for a result: `Prefer: wait=N` of RFC 7240, at most `longest`; 0
 * without such a preference. Other preferences and invalid ones are ignored, as the RFC requires.
 */
export function preferredWait(header: string | string[] | undefined, longest: number): number {
  const preferences = [header ?? []].flat().join(',').split(/[,;]/);
  for (const preference of preferences) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), longest);
  }
  return 0;
}
