import type { Language, Translation } from '../language.ts';
import { spanish } from './spanish.ts';

/**
 * For the server, which writes to users of several languages; undefined for English, and when no language was chosen.
 */
export const translationOf = (language: Language | null): Translation | undefined =>
  language === 'es' ? spanish : undefined;
