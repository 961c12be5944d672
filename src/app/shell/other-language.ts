import type { Language } from '../../shared/language.ts';

/**
 * The language to which a switch leads. Its name is in that language, for people who do not read
 * this one.
 */
export function otherLanguage(language: Language): Language {
  return language === 'de' ? 'en' : 'de';
}
