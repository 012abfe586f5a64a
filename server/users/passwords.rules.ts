import { readFileSync } from 'node:fs';

const product = 'innspect';

const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** A user's names, which are tried first when guessing the password. */
export interface PersonalWords {
  username?: string | null;
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  propertyName?: string | null;
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** The user's words, alone and in their usual combinations. */
function variantsOf(own: PersonalWords): string[] {
  const first = own.firstName ?? '';
  const last = own.lastName ?? '';
  const words = [own.username, own.email, own.email?.split('@')[0], own.propertyName, first, last];
  const names = ['', ' ', '.', '-', '_'].flatMap((between) => [
    `${first}${between}${last}`,
    `${last}${between}${first}`,
  ]);
  return [...words, ...names].map((word) => plain(word ?? '')).filter(Boolean);
}

/**
 * Whether a password is easily guessed: a common one, the product's name, or the user's own words. It is compared as a
 * whole, because a long sentence stays strong whatever words it contains (NIST SP 800-63B, 3.1.1.2).
 */
export function isEasilyGuessed(password: string, own: PersonalWords): boolean {
  const given = plain(password);
  return given === product || common.has(given) || variantsOf(own).includes(given);
}
