import type { Language, Translation } from '../language.ts';
import { spanish } from './spanish.ts';

/** For the server, which writes to people of several languages; undefined for English, and where nothing was chosen. */
export const translationOf = (language: Language | null): Translation | undefined =>
  language === 'es' ? spanish : undefined;
