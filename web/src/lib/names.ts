import { t } from '#contract/language.ts';
import { lazily } from '#contract/lazily.ts';

export interface Named {
  firstName: string | null;
  lastName: string | null;
  username?: string;
}

/** First and last name, otherwise the username. */
export const fullName = (person: Named): string =>
  [person.firstName, person.lastName].filter(Boolean).join(' ') || (person.username ?? '');

const graphemes = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
/** Nothing, or a character that nothing is combined with: a segmenter takes a phone 80 ms to make. */
const startsPlainly = /^(?:$|[ -~](?![^ -~]))/;
/** The first grapheme, because an emoji or an accented letter can be several code units. */
const firstLetter = (name: string): string =>
  startsPlainly.test(name)
    ? name.charAt(0)
    : (graphemes().segment(name)[Symbol.iterator]().next().value?.segment ?? '');

/** Up to two initials. */
export const initials = (person: Named): string => {
  const letters = [person.firstName, person.lastName].map((name) => firstLetter(name?.trim() ?? '')).join('');
  return (letters || person.username?.slice(0, 2) || '?').toUpperCase();
};

export const roleLabel = (role: string): string => (role === 'admin' ? t('Admin') : t('Property Owner'));
