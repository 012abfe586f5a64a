import { areaCodes } from '../area-codes.ts';
import { filled, type Language, type Translation } from '../language.ts';

export interface Catalogue {
  /** Of the code, by English text; a `{name}` in it stands for a value. */
  texts: Readonly<Record<string, string>>;
  /** What is counted, by its English singular: one form for each category of Intl.PluralRules that a number has. */
  counted: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;
  /** What the server sends in English, and nobody wrote: names of areas, checks, sentences with values inside. */
  served: Readonly<Record<string, string>>;
  /** Lines of e-mails, as their templates have them. */
  mails: Readonly<Record<string, string>>;
}

/** "November 21, 2026", as the server writes a day. */
const englishDay = /^[A-Z][a-z]+ \d{1,2}, \d{4}$/;

/** The name of any area: 'Back of House' holds words that sentences hold too. */
const areaName = ['all areas', ...areaCodes.map((code) => code.replaceAll('_', ' '))].join('|');

/** `{name} is due` as a pattern that names what stands in place of the value. */
function patternOf(text: string): RegExp {
  const literal = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  const pattern = literal.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `(?<${name}>${name === 'area' ? areaName : '.+?'})`,
  );
  return new RegExp(`^${pattern}$`, 'is');
}

export function createTranslation(language: Language, { texts, counted, served, mails }: Catalogue): Translation {
  const days = new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'long', timeZone: 'UTC' });
  const plurals = new Intl.PluralRules(language);
  const patterns = Object.entries(served)
    .filter(([text]) => text.includes('{'))
    .map(([text, translated]) => ({ pattern: patternOf(text), translated }));
  const text = (english: string): string => texts[english] ?? served[english] ?? mails[english] ?? english;
  const value = (english: string): string =>
    englishDay.test(english) ? days.format(new Date(`${english} UTC`)) : text(english);
  return {
    language,
    text,
    value,
    sentence(english) {
      for (const { pattern, translated } of patterns) {
        const groups = pattern.exec(english)?.groups;
        if (!groups) continue;
        return filled(
          translated,
          Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, value(group)])),
        );
      }
      return text(english);
    },
    counted: (count, one) => counted[one]?.[plurals.select(count)] ?? counted[one]?.other,
  };
}
