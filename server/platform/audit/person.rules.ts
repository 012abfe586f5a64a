/** A person, by everything that names them. */
export interface NamedPerson {
  id: string;
  username: string;
  /** First and last name; null where one of them is missing, for a single word is too common to be searched for. */
  fullName: string | null;
  /** Every address that the account had. */
  addresses: readonly string[];
}

/** Stands where a name or an address was. */
export const erasedText = '[erased]';

/** What names the person wherever it stands in a text, the longest first. */
export const textsOf = ({ username, fullName, addresses }: NamedPerson): string[] =>
  [...new Set([...addresses, ...(fullName ? [fullName] : []), username])].toSorted((a, b) => b.length - a.length);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** A text without addresses and full name of the person. A username alone is erased where it is the whole text. */
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

/** The same in every text of a JSON value. */
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

/** An entry without the person: where they called from and with what, if it is theirs, and their names. */
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
