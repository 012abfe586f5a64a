import { areaCodes } from '#contract/area-codes.ts';
import { filled, type Language, type Translation } from '#contract/language.ts';

export interface Catalogue {
  /** Of the code, by English text; a `{name}` in it stands for a value. */
  texts: Readonly<Record<string, string>>;
  /** What is counted, by its English singular: one form for each category of Intl.PluralRules that a number has. */
  counted: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;
  /** What the server sends in English, and nobody wrote: names of areas, checks, sentences with values inside. */
  served: Readonly<Record<string, string>>;
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

export function createTranslation(language: Language, { texts, counted, served }: Catalogue): Translation {
  const days = new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'long', timeZone: 'UTC' });
  const inLanguage = (value: string) => (englishDay.test(value) ? days.format(new Date(`${value} UTC`)) : value);
  const plurals = new Intl.PluralRules(language);
  const patterns = Object.entries(served)
    .filter(([text]) => text.includes('{'))
    .map(([text, translated]) => ({ pattern: patternOf(text), translated }));
  const text = (english: string): string => texts[english] ?? served[english] ?? english;
  return {
    language,
    text,
    sentence(english) {
      for (const { pattern, translated } of patterns) {
        const groups = pattern.exec(english)?.groups;
        if (!groups) continue;
        return filled(
          translated,
          Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, inLanguage(value)])),
        );
      }
      return text(english);
    },
    counted: (count, one) => counted[one]?.[plurals.select(count)] ?? counted[one]?.other,
  };
}
