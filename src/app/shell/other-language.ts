import type { Language } from '../../shared/language.ts';

/** The language to which a switch leads, by its own name: people who need it cannot read the present one. */
export function otherLanguage(language: Language): Language {
  return language === 'de' ? 'en' : 'de';
}
