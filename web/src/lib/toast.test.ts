import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { sessionEnd } from '#web/lib/session-end.ts';
import { dismissToast, toast, toastError, toastStore } from '#web/lib/toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a newer toast replaces the visible one [4.toast.1, 9.toasts.1]', () => {
  toast({ title: 'Property created' });
  toast({ title: 'Property updated' });
  expect(toastStore.get().map(({ title, open }) => [title, open])).toEqual([['Property updated', true]]);
});

test('a dismissed toast is removed from memory after 1,000,000 ms [9.toasts.3]', () => {
  toast({ title: 'Profile updated' });
  const [entry] = toastStore.get();
  dismissToast(entry?.id ?? 0);
  expect(toastStore.get()).toMatchObject([{ open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(toastStore.get()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toEqual([]);
});

test("a failure is destructive and shows its error's message; a success is not [8.toasts.1]", () => {
  toastError('Login failed', new ApiError(401, 'Invalid username or password'));
  expect(toastStore.get()).toMatchObject([
    { title: 'Login failed', description: '401: Invalid username or password', variant: 'destructive' },
  ]);
  toast({ title: 'Property created' });
  expect(toastStore.get()[0]?.variant).toBeUndefined();
});

test('a refusal of the ended session shows no toast over the request to sign in again', () => {
  toast({ title: 'Property created' });
  const release = sessionEnd.keepPage();
  sessionEnd.end();
  toastError('Error', new ApiError(401, 'Sign in first'));
  expect(toastStore.get()[0]?.title).toBe('Property created');
  toastError('Error', new ApiError(409, 'It was changed meanwhile'));
  expect(toastStore.get()[0]?.description).toBe('409: It was changed meanwhile');
  sessionEnd.renew();
  release();
});
