import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  newKey,
  newRecoveryCode,
  recoveryCodeCount,
  setupAddress,
  shownRecoveryCode,
  stepOfCode,
} from './second-factor.rules.ts';

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B: the key is the ASCII text 12345678901234567890.
  const rfcKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at %d', (seconds, code) => {
    expect(stepOfCode(rfcKey, code, 0, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  const key = newKey();
  const at = 1_800_000_015_000;
  const step = Math.floor(at / 30_000);
  const codeAt = (steps: number) => generateSync({ secret: key, epoch: at / 1000 + steps * 30 });

  it.each([
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ])('%d steps away count as step %o', (steps, expected) => {
    expect(stepOfCode(key, codeAt(steps), 0, at)).toBe(expected);
  });

  it('do not count twice, nor do earlier ones after a later one', () => {
    expect(stepOfCode(key, codeAt(0), step, at)).toBeNull();
    expect(stepOfCode(key, codeAt(-1), step, at)).toBeNull();
    expect(stepOfCode(key, codeAt(1), step, at)).toBe(step + 1);
  });

  it('belong to a key of 160 bits, which the otpauth address contains', () => {
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey()).not.toBe(key);
    const address = new URL(setupAddress(key, 'kim: ä@inn.example'));
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Innspect:kim: ä@inn.example',
    ]);
    expect(address.searchParams.get('secret')).toBe(key);
  });
});

describe('recovery codes', () => {
  it('encode their position in the first letter', () => {
    const codes = Array.from({ length: recoveryCodeCount }, (_, position) => newRecoveryCode(position));
    expect(new Set(codes).size).toBe(recoveryCodeCount);
    codes.forEach((code, position) => {
      expect(shownRecoveryCode(code)).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
      expect(codeOf(` ${shownRecoveryCode(code).toUpperCase()} `)).toEqual({ kind: 'recovery', position, code });
    });
  });

  it.each(['', '12345', '1234567', 'abcdefghjkm', 'zbcdefghjkmn', '2bcdefghjkm0', '２34567', "' or 1=1 --"])(
    '%o is no code at all',
    (typed) => expect(codeOf(typed)).toBeNull(),
  );

  it('are distinguished from app codes, however those are spaced', () => {
    expect(codeOf('123 456')).toEqual({ kind: 'app', code: '123456' });
  });
});
