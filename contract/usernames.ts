/**
 * Normalizes the spelling of a name: full-width letters, ligatures and similar forms become the usual ones (Unicode
 * NFKC).
 */
export const normalizedName = (name: string): string => name.normalize('NFKC');

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

export const hasInvisibleCharacters = (name: string): boolean => unseen.test(name);

/**
 * Small letters and digits that look like a Latin letter in common typefaces, each above the letter that it looks like (from the
 * confusables of UTS 39). Names that mix scripts are refused anyway, so this is about names in such letters alone, and about
 * small capitals and digits, which are written with Latin letters.
 */
export const lookAlikes = {
  letters: 'аеорсухіјѕһԁԛԝӏɑıɡοανρυικχϲϳᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ01',
  latin: 'aeopcyxijshdqwlaigoavpuikxcjabcdefghijklmnoprstuvwyzol',
} as const;

const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
] as const;
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul'] as const;
const patterns = [...scripts, ...eastAsian].map((script) => ({
  script,
  letter: new RegExp(`\\p{Script=${script}}`, 'u'),
}));
/** Scripts that may be mixed in one name (UTS 39, "highly restrictive"). */
const scriptGroups = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Whether a name mixes scripts that are never written together, such as a Cyrillic а in a Latin name. */
export function mixesScripts(name: string): boolean {
  const letters = name.match(/\p{L}/gu) ?? [];
  const used = new Set(letters.map((each) => patterns.find(({ letter }) => letter.test(each))?.script ?? 'another'));
  return used.size > 1 && !scriptGroups.some((group) => [...used].every((script) => group.includes(script)));
}
