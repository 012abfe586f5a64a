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

/** What stands between the words of a name in a password. */
const joints = ['', ' ', '.', '-', '_'];

/** The user's words, alone and in their usual combinations. */
function variantsOf(own: PersonalWords): string[] {
  const first = own.firstName ?? '';
  const last = own.lastName ?? '';
  const words = [own.username, own.email, own.email?.split('@')[0], own.propertyName, first, last];
  const names = joints.flatMap((between) => [`${first}${between}${last}`, `${last}${between}${first}`]);
  const spaced = [...words, ...names].map((word) => plain(word ?? '')).filter(Boolean);
  return spaced.flatMap((word) => [word, ...joints.map((joint) => word.replaceAll(/\s+/g, joint))]);
}

/** A word and what people add to it where a digit or a sign is asked for, as in `innspect2026!`. */
const isDecorated = (given: string, word: string): boolean => {
  const [before = '', after = '', ...more] = given.split(word);
  const isDecoration = (text: string) => /^[^\p{L}]{0,6}$/u.test(text);
  return word.length >= 4 && given.includes(word) && more.length === 0 && isDecoration(before) && isDecoration(after);
};

/**
 * Whether a password is easily guessed: a common one, the product's name or the user's own words with or
 * without a few digits or signs, or one or two characters again and again. Nothing else is compared with parts of it,
 * because a long sentence stays strong whatever words it contains (NIST SP 800-63B, 3.1.1.2).
 */
export function isEasilyGuessed(password: string, own: PersonalWords): boolean {
  const given = plain(password);
  const words = [product, ...variantsOf(own)];
  return (
    (given.length < 20 && new Set(given).size <= 2) ||
    common.has(given) ||
    words.some((word) => given === word || isDecorated(given, word))
  );
}
