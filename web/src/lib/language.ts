import { currentLanguage, languages, setTranslation, type Language } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';

const storageKey = 'innspect.language';

const known = (tag: string | null): Language | undefined =>
  languages.find((language) => tag === language || tag?.startsWith(`${language}-`));

function stored(): Language | undefined {
  try {
    return known(localStorage.getItem(storageKey));
  } catch {
    return undefined;
  }
}

/** The first of the browser's languages that the product has. */
const ofBrowser = (): Language => navigator.languages.map(known).find((language) => language !== undefined) ?? 'en';

/** Gets the texts of the page's language, before any module reads one. Without them the page is in English. */
export async function loadLanguage(): Promise<void> {
  const language = stored() ?? ofBrowser();
  if (language === 'en') return;
  try {
    setTranslation((await import('#contract/translations/spanish.ts')).spanish);
    document.documentElement.lang = language;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
  }
}

/** Keeps the language on this device and loads the page anew where it is in another one. */
export function switchLanguage(language: Language): void {
  if (language === currentLanguage()) return;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage the page would come back in the same language.
    return;
  }
  location.reload();
}

/** The screens of admins are in English alone. */
export const languageOf = ({ language, abilities }: Pick<CurrentUser, 'language' | 'abilities'>): Language =>
  abilities.admin ? 'en' : (language ?? ofBrowser());
