import { fetchRaw } from '#web/lib/raw.ts';

let token: string | null = null;

/** Sets the token from a sign-in response, or clears it with null. */
export function setCsrfToken(next: string | null): void {
  token = next;
}

/** The options of the request that needs the token (lib/api.ts). */
interface Options {
  byAnybody?: boolean;
  redirectsOn401?: boolean;
}
let checkPerson = async (_options: Options): Promise<void> => undefined;

/** Sets what rejects when somebody else than the person of this page is signed in on this device. */
export function setPersonCheck(check: typeof checkPerson): void {
  checkPerson = check;
}

/** A new token; null when fetching fails. */
async function fetchToken(): Promise<string | null> {
  try {
    const response = await fetchRaw('/api/csrf-token');
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    return ((await response.json()) as { csrfToken: string }).csrfToken;
  } catch (error) {
    console.warn('The CSRF token could not be fetched', error);
    return null;
  }
}

/**
 * The token in memory, fetched if there is none; null when fetching fails. Somebody else may have signed in in another tab, and with
 * their token a change would be theirs: only a sign-in gets it (`byAnybody`), and it is not kept.
 */
export async function csrfToken(options: Options = {}): Promise<string | null> {
  if (token) return token;
  const [fetched] = await Promise.all([fetchToken(), options.byAnybody || checkPerson(options)]);
  if (!options.byAnybody) token ??= fetched;
  return token ?? fetched;
}
