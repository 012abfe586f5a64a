import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Without 0, 1, i, l and o, which are easily confused. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const codeLetters = 12;
export const recoveryCodeCount = 10;
/** How long a sign-in waits for its code, and a setup for its first code, in milliseconds. */
export const challengeLifetime = 5 * 60_000;
export const setupLifetime = 10 * 60_000;
/** The number of wrong codes after which a sign-in has to start again with the password. */
export const maxTriesPerChallenge = 5;

export const newKey = (): string => generateSecret({ length: 20 });
export const setupAddress = (key: string, label: string): string =>
  generateURI({ issuer: 'Innspect', label, secret: key });

/**
 * The 30-second time step to which the code belongs, or null. It may be one step early or late, because clocks differ,
 * but must be later than the last used step, so that an observed code cannot be reused.
 */
export function stepOfCode(key: string, code: string, lastStep: number, at = Date.now()): number | null {
  const epoch = Math.floor(at / 1000);
  const result = verifySync({ secret: key, token: code, epoch, epochTolerance: 30, afterTimeStep: lastStep });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

export type TypedCode = { kind: 'app'; code: string } | { kind: 'recovery'; position: number; code: string };

/** The typed code without spaces and hyphens; null when it can be neither kind of code. */
export function codeOf(typed: string): TypedCode | null {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  const isRecovery = code.length === codeLetters && code.split('').every((letter) => alphabet.includes(letter));
  const position = alphabet.indexOf(code.charAt(0));
  return isRecovery && position < recoveryCodeCount ? { kind: 'recovery', position, code } : null;
}

/** A new recovery code: 54 random bits after a letter for its position. */
export const newRecoveryCode = (position: number): string =>
  alphabet.charAt(position) +
  Array.from({ length: codeLetters - 1 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Formats a code as `abcd-efgh-jkmn`. */
export const shownRecoveryCode = (code: string): string => code.replaceAll(/.{4}(?!$)/g, '$&-');
