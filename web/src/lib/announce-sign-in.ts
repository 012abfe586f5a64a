import { signedInKey } from '#web/lib/signed-in-hint.ts';

/** Has other tabs of the same person, which ask to sign in again, look who is signed in: they notice a hint that changes. */
export function announceSignIn(userId: string): void {
  try {
    localStorage.removeItem(signedInKey);
    localStorage.setItem(signedInKey, userId);
  } catch {
    // Without storage, each tab asks for itself.
  }
}
