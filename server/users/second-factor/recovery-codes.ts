import type { Passwords } from '#server/platform/auth/passwords.ts';
import { newRecoveryCode, recoveryCodeCount, shownRecoveryCode } from './second-factor.rules.ts';

/** Ten new recovery codes, and their hashes to store. */
export async function newCodes(passwords: Passwords): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, (_, position) => newRecoveryCode(position));
  const hashes: string[] = [];
  // Hashed one after another, so that they do not fill the queue in which sign-ins wait.
  for (const code of codes) hashes.push(await passwords.hash(code));
  return { codes: codes.map(shownRecoveryCode), hashes };
}
