import { DOCUMENT_LANGUAGE, type Language, type Translated } from '../../shared/language.ts';
import { germanTexts } from '../german/all-texts.ts';
import type { Say } from './read-fields.ts';

const dictionaries: Record<Translated, Readonly<Record<string, string>>> = { de: germanTexts };

/** Says what the document says in English. Other languages come from a dictionary (P259). */
export function sayIn(language: Language, note?: (english: string) => void): Say {
  return (english) => {
    note?.(english);
    if (language === DOCUMENT_LANGUAGE) return english;
    const text = dictionaries[language][english];
    if (text === undefined) throw new Error(`No text in ${language} in src/docs for: ${english}`);
    return text;
  };
}
