import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../shared/language/language.ts';

/** The language of the page. */
export function shownLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}
