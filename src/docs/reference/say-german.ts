import type { Language } from '../../shared/language.ts';
import { germanTexts } from '../german/all-texts.ts';
import type { Say } from './read-fields.ts';

/** Translates the English texts of the document. German comes from the dictionary (P259). */
export function sayIn(language: Language, note?: (english: string) => void): Say {
  return (english) => {
    note?.(english);
    if (language === 'en') return english;
    const german = germanTexts[english];
    if (german === undefined) throw new Error(`No German in src/docs/german for: ${english}`);
    return german;
  };
}
