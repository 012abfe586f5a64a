import { filled, type Language, type Translate, type Translation } from '../language.ts';
import { spanish } from './spanish.ts';

/**
 * For the server, which writes to users of several languages; undefined for English, and when no language was chosen.
 */
export const translationOf = (language: Language | null): Translation | undefined =>
  language === 'es' ? spanish : undefined;

/** `t` in the language of a user whom the server writes to. */
export const translateTo =
  (language: Language | null): Translate =>
  (text, values = {}) =>
    filled(translationOf(language)?.text(text) ?? text, values);
