import { expect, test, vi } from 'vitest';
import { pushAccount } from './push-account.ts';

test('a browser that blocks its storage shows notifications for nobody', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('Blocked', 'SecurityError');
    },
  });
  expect(pushAccount.is('ana')).toBe(false);
});
