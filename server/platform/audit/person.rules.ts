import { isDeepStrictEqual } from 'node:util';

/** A user, with everything that names them. */
export interface NamedPerson {
  id: string;
  username: string;
  /** First and last name; null when one of them is missing, because a single word is too common to search for. */
  fullName: string | null;
  /** The addresses that the user has confirmed. Only these are erased from records of other people. */
  addresses: readonly string[];
  /** Other addresses to which the user's cases were sent; they are erased from the user's own records only. */
  formerAddresses: readonly string[];
}

/** Which of these ids are the user's own or those of records of the user, such as their properties. */
export type FindOwnIds = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Replaces an erased name or address. */
export const erasedText = '[erased]';

/** The texts that identify the user in their own records, longest first. */
export const textsOf = ({ username, fullName, addresses, formerAddresses }: NamedPerson): string[] =>
  [...new Set([...addresses, ...formerAddresses, ...(fullName ? [fullName] : []), username])].toSorted(
    (a, b) => b.length - a.length,
  );

/** The user as records of other people name them: anyone can choose any name, such as 'Smoke Detector'. */
const toOthers = ({ addresses }: NamedPerson) => ({ addresses, formerAddresses: [], username: null, fullName: null });

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const wholeWord = (text: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(text)}(?![\p{L}\p{N}])`, 'giu');
/** Not within a longer address: neither jim.bob@x.example nor bob@x.example.org is bob@x.example. */
const wholeAddress = (text: string): RegExp => {
  const address = escaped(text);
  const longerBefore = String.raw`[\p{L}\p{N}][%+._-]*${address}`;
  // What stands before is looked at last, so that long lines of dashes cost no time.
  return new RegExp(String.raw`${address}(?![.-]*[\p{L}\p{N}])(?<!${longerBefore})`, 'giu');
};

/** Whether a text contains an address as a whole, in any case. */
export const containsAddress = (text: string, address: string): boolean => wholeAddress(address).test(text);

/**
 * A text without the user's addresses and, in one of the user's own records, without the full name. A username is
 * erased only if it is the whole text, because it may be a common word.
 */
export function textWithout(text: string, person: NamedPerson, isOwn: boolean): string {
  const { username, fullName, addresses, formerAddresses } = isOwn ? person : toOthers(person);
  if (username !== null && text.toLowerCase() === username.toLowerCase()) return erasedText;
  const longestFirst = [...addresses, ...formerAddresses].toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((rest, each) => rest.replaceAll(wholeAddress(each), erasedText), text);
  return fullName === null ? left : left.replaceAll(wholeWord(fullName), erasedText);
}

/** The keys of JSON values under which people write texts; under other keys a username may be a code like 'property'. */
const writtenKeys = new Set([
  'action',
  'answer',
  'description',
  'filename',
  'label',
  'name',
  'note',
  'place',
  'proposal',
  'reason',
  'recommendedAction',
  'reference',
  'responsible',
  'standard',
  'text',
  'title',
  'vendor',
]);

/** The same for every text in a JSON value. */
export function valueWithout(value: unknown, person: NamedPerson, isOwn: boolean, key = ''): unknown {
  if (typeof value === 'string') {
    const isCode = value.toLowerCase() === person.username.toLowerCase() && !writtenKeys.has(key);
    return isCode ? value : textWithout(value, person, isOwn);
  }
  if (Array.isArray(value)) return value.map((item) => valueWithout(item, person, isOwn, key));
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, valueWithout(item, person, isOwn, name)]),
    );
  return value;
}

interface Entry {
  userId: string;
  details: unknown;
  address: string | null;
  client: string | null;
  salt: string | null;
}

/**
 * An entry without the user: address and program, if the user made it, and their names, if it is about the user. An
 * entry from which nothing is erased is returned as it is.
 */
export function withoutPerson<T extends Entry>(entry: T, person: NamedPerson, isAbout: boolean): T {
  const isOwn = entry.userId === person.id;
  const details = valueWithout(entry.details ?? null, person, isOwn || isAbout);
  if (isOwn) return { ...entry, details, address: null, client: null, salt: null };
  return isDeepStrictEqual(details, entry.details ?? null) ? entry : { ...entry, details, salt: null };
}
