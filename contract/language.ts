/**
 * The product's texts are written in English, and the English text is its own key: `t('Save')`. Without a translation,
 * as on the server, every text stays as it is in the code. `contract/translations/` contains the catalogues.
 */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

export interface Translation {
  language: Language;
  /** The translation of a text, or the text itself if it is in no catalogue. */
  text(english: string): string;
  /** The translation of a value inside a sentence: a text or a date. */
  value(english: string): string;
  /** The translation of a server's sentence that contains values. */
  sentence(english: string): string;
  /** The form of a counted word, by its English singular. */
  counted(count: number, one: string): string | undefined;
}

let translation: Translation | undefined;

/** Must be called before any module with texts is loaded, because their texts are read while they load; English without one. */
export function setTranslation(chosen: Translation | undefined): void {
  translation = chosen;
}

export const currentLanguage = (): Language => translation?.language ?? 'en';

/** The locale of numbers and dates: that of the United States in either language. */
export const locale = (): string => `${currentLanguage()}-US`;

const exact = (text: string): string => translation?.text(text) ?? text;

/**
 * Replaces each `{name}` in a text by its value; values that are texts of the product are translated too. A value that
 * ends with a period, such as "6:04 p.m.", also ends a sentence.
 */
export const filled = (text: string, values: TextValues): string =>
  text.replaceAll(/\{(\w+)\}(\.?)/g, (whole, name: string, period: string) => {
    if (!(name in values)) return whole;
    const value = exact(String(values[name] ?? ''));
    return value.endsWith('.') ? value : value + period;
  });

/** Gives a text in one language, with its values. */
export type Translate = (text: string, values?: TextValues) => string;

/** The text in the language of the page, with its values. */
export const t: Translate = (text, values = {}) => filled(exact(text), values);

/** Marks a text that is stored in English and translated by `t` when it is shown. */
export const textOf = (english: string): string => english;

/** Like `t`, for a sentence of the server. */
export const serverText = (text: string): string => translation?.sentence(text) ?? text;

/** The counted word in the language of the page, for example "fotos" for three of "photo". */
export const countedWord = (count: number, one: string, many: string): string =>
  translation?.counted(count, one) ?? (count === 1 ? one : many);
