import { currentLanguage, languages, setTranslation, type Language } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';

const storageKey = 'innspect.language';

const supportedLanguage = (tag: string | null): Language | undefined =>
  languages.find((language) => tag === language || tag?.startsWith(`${language}-`));

function storedLanguage(): Language | undefined {
  try {
    return supportedLanguage(localStorage.getItem(storageKey));
  } catch {
    return undefined;
  }
}

/** The first of the browser's preferred languages that the product supports. */
const browserLanguage = (): Language =>
  navigator.languages.map(supportedLanguage).find((language) => language !== undefined) ?? 'en';

/**
 * Loads the texts of the page's language; must finish before any module reads a text. If loading fails, the page is
 * in English.
 */
export async function loadLanguage(): Promise<void> {
  const language = storedLanguage() ?? browserLanguage();
  if (language === 'en') return;
  try {
    setTranslation((await import('#contract/translations/spanish.ts')).spanish);
    document.documentElement.lang = language;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
  }
}

/** Stores the language on this device and, if it differs from the current one, reloads the page. */
export function switchLanguage(language: Language): void {
  if (language === currentLanguage()) return;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the reload would only show the same language again.
    return;
  }
  location.reload();
}

/** The admin screens exist only in English. */
export const languageOf = ({ language, abilities }: Pick<CurrentUser, 'language' | 'abilities'>): Language =>
  abilities.admin ? 'en' : (language ?? browserLanguage());
