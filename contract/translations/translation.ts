import { filled, type Language, type Translation } from '../language.ts';
import { lazily } from '../lazily.ts';

export interface Catalogue {
  /**
   * The values of `{area}` in sentences, because a name such as 'Back of House' contains words that sentences contain too.
   * They are not imported, because a module beside them would read its texts before this one is loaded.
   */
  areas: readonly string[];
  /** The texts in the code, by their English text, in which `{name}` stands for a value. */
  texts: Readonly<Record<string, string>>;
  /** Counted words by their English singular, with one form for each plural category (Intl.PluralRules). */
  counted: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;
  /**
   * Texts that the server sends in English and that are not typed by users: names of areas, checks, sentences with
   * values.
   */
  served: Readonly<Record<string, string>>;
  /** The lines of e-mail templates. */
  mails: Readonly<Record<string, string>>;
}

/** Matches a date as the server writes it, such as "November 21, 2026". */
const englishDay = /^[A-Z][a-z]+ \d{1,2}, \d{4}$/;

/** Turns `{name} is due` into a pattern with a named group for the value. */
function patternOf(text: string, areas: readonly string[]): RegExp {
  const literal = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  const pattern = literal.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `(?<${name}>${name === 'area' ? areas.join('|') : '.+?'})`,
  );
  return new RegExp(`^${pattern}$`, 'is');
}

export function createTranslation(
  language: Language,
  { areas, texts, counted, served, mails }: Catalogue,
): Translation {
  const days = lazily(() => new Intl.DateTimeFormat(`${language}-US`, { dateStyle: 'long', timeZone: 'UTC' }));
  const plurals = lazily(() => new Intl.PluralRules(language));
  const patterns = Object.entries(served)
    .filter(([text]) => text.includes('{'))
    .map(([text, translated]) => ({ pattern: patternOf(text, areas), translated }));
  const text = (english: string): string => texts[english] ?? served[english] ?? mails[english] ?? english;
  const value = (english: string): string =>
    englishDay.test(english) ? days().format(new Date(`${english} UTC`)) : text(english);
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
    counted: (count, one) => counted[one]?.[plurals().select(count)] ?? counted[one]?.other,
  };
}
