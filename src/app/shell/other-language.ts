import type { Language } from '../../shared/language.ts';

/** The one that a switch leads to. It is named in itself, for those who do not read this one. */
export function otherLanguage(language: Language): Language {
  return language === 'de' ? 'en' : 'de';
}
