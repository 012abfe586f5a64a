const key = 'innspect-push';

/** The account for which this browser shows notifications: it does again once that session has ended and a new one begins. */
export const pushAccount = {
  is: (userId: string): boolean => localStorage.getItem(key) === userId,
  set: (userId: string): void => localStorage.setItem(key, userId),
  forget: (): void => localStorage.removeItem(key),
};
