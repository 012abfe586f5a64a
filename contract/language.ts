/**
 * The texts of the product are written in English, and the English text is its own key: `t('Save')`. Without a
 * translation, as on the server, every text is what the code says. `contract/translations/` holds the catalogues.
 */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

export interface Translation {
  language: Language;
  /** The text, or the same where it is in no catalogue. */
  text(english: string): string;
  /** A value inside a sentence: a text, or a day. */
  value(english: string): string;
  /** A sentence that the server made with values inside. */
  sentence(english: string): string;
  /** The form of a counted word by its English singular. */
  counted(count: number, one: string): string | undefined;
}

let translation: Translation | undefined;

/** Called once, before any text is read: texts of modules are read while the modules load. */
export function setTranslation(chosen: Translation): void {
  translation = chosen;
}

export const currentLanguage = (): Language => translation?.language ?? 'en';

/** The locale of numbers and dates: that of hotels in the United States in either language. */
export const locale = (): string => `${currentLanguage()}-US`;

const exact = (text: string): string => translation?.text(text) ?? text;

/** Puts values into a text, `{name}` by name; those that are texts of the product are translated too. */
export const filled = (text: string, values: TextValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in values ? exact(String(values[name] ?? '')) : whole));

/** The text in the language of the page, with its values. */
export const t = (text: string, values: TextValues = {}): string => filled(exact(text), values);

/** Names a text that is kept in English, and translated by `t` where it is shown. */
export const textOf = (english: string): string => english;

/** As `t`, for a sentence of the server. */
export const serverText = (text: string): string => translation?.sentence(text) ?? text;

/** The counted word in the language of the page, for example "fotos" for three of "photo". */
export const countedWord = (count: number, one: string, many: string): string =>
  translation?.counted(count, one) ?? (count === 1 ? one : many);
