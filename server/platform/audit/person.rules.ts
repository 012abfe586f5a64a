/** A user, with everything that names them. */
export interface NamedPerson {
  id: string;
  username: string;
  /** First and last name; null when one of them is missing, because a single word is too common to search for. */
  fullName: string | null;
  /** Every address that the account had. */
  addresses: readonly string[];
}

/** Replaces an erased name or address. */
export const erasedText = '[erased]';

/** The texts that identify the user wherever they occur, longest first. */
export const textsOf = ({ username, fullName, addresses }: NamedPerson): string[] =>
  [...new Set([...addresses, ...(fullName ? [fullName] : []), username])].toSorted((a, b) => b.length - a.length);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * A text without the user's addresses and full name. A username is erased only if it is the whole text, because it may
 * be a common word.
 */
export function textWithout(text: string, person: NamedPerson): string {
  if (text.toLowerCase() === person.username.toLowerCase()) return erasedText;
  return textsOf(person)
    .filter((each) => each !== person.username)
    .reduce(
      (left, each) =>
        left.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(each)}(?![\p{L}\p{N}])`, 'giu'), erasedText),
      text,
    );
}

/** The same for every text in a JSON value. */
export function valueWithout(value: unknown, person: NamedPerson): unknown {
  if (typeof value === 'string') return textWithout(value, person);
  if (Array.isArray(value)) return value.map((item) => valueWithout(item, person));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueWithout(item, person)]));
  return value;
}

interface Entry {
  userId: string;
  details: unknown;
  address: string | null;
  client: string | null;
}

/** An entry without the user: address and program, if the entry is theirs, and their names. */
export function withoutPerson<T extends Entry>(entry: T, person: NamedPerson): T & { salt: null } {
  const own = entry.userId === person.id;
  return {
    ...entry,
    details: valueWithout(entry.details ?? null, person),
    address: own ? null : entry.address,
    client: own ? null : entry.client,
    salt: null,
  };
}
