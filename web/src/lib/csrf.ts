import { fetchRaw } from '#web/lib/raw.ts';

let token: string | null = null;

/** Sets the token from a sign-in response, or clears it with null. */
export function setCsrfToken(next: string | null): void {
  token = next;
}

/** The token in memory, fetched if there is none; null when fetching fails. */
export async function csrfToken(): Promise<string | null> {
  if (token) return token;
  try {
    const response = await fetchRaw('/api/csrf-token');
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'csrfToken' in body && typeof body.csrfToken === 'string') {
      token = body.csrfToken;
    }
  } catch (error) {
    console.warn('The CSRF token could not be fetched', error);
  }
  return token;
}
