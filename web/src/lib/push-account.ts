const key = 'innspect-push';

/** What this browser is subscribed to; null where it is not. */
export async function deviceSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The account for which this browser shows notifications: it does again once that session has ended and a new one begins. */
export const pushAccount = {
  is: (userId: string): boolean => localStorage.getItem(key) === userId,
  set: (userId: string): void => localStorage.setItem(key, userId),
  /** Ends the browser's subscription as well, if it has one. */
  async forget(): Promise<void> {
    if (localStorage.getItem(key) === null) return;
    localStorage.removeItem(key);
    await (await deviceSubscription())?.unsubscribe();
  },
};
