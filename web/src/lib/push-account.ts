const key = 'innspect-push';

/** The push subscription of this browser; null without one. */
export async function deviceSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * The account for which this browser shows notifications. It is stored, so that a new session of the same account
 * turns them on again.
 */
export const pushAccount = {
  /** Not where the browser blocks its storage: nothing was stored there. */
  is(userId: string): boolean {
    try {
      return localStorage.getItem(key) === userId;
    } catch {
      return false;
    }
  },
  set: (userId: string): void => localStorage.setItem(key, userId),
  /** Ends the browser's subscription as well, if it has one. */
  async forget(): Promise<void> {
    if (localStorage.getItem(key) === null) return;
    localStorage.removeItem(key);
    await (await deviceSubscription())?.unsubscribe();
  },
};
