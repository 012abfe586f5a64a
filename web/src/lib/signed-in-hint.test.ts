import { beforeEach, expect, it, vi } from 'vitest';
import { signedInHint } from '#web/lib/signed-in-hint.ts';

/** The browser's storage: a Storage whose keys are its own properties. */
function createStorage(): Storage {
  return Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
    clear(this: Record<string, string>) {
      for (const key of Object.keys(this)) delete this[key];
    },
  }) as Storage;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
  localStorage.setItem('innspect.theme', 'dark');
  signedInHint.keep('ada');
  localStorage.setItem('innspect.allowed-camera', 'yes');
  sessionStorage.setItem('innspect.room.area-sessions/1', '214');
});

it('keeps what the same person noted', () => {
  signedInHint.keep('ada');
  expect(localStorage.getItem('innspect.allowed-camera')).toBe('yes');
  expect(sessionStorage.getItem('innspect.room.area-sessions/1')).toBe('214');
});

it.each([
  ['signs out', () => signedInHint.forget()],
  ['is followed by another', () => signedInHint.keep('ben')],
])('forgets it when the person %s, in the tab too, but not the settings of the device', (_how, leave) => {
  leave();
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(localStorage.getItem('innspect.allowed-camera')).toBeNull();
  expect(localStorage.getItem('innspect.theme')).toBe('dark');
});
