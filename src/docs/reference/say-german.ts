import { DOCUMENT_LANGUAGE, type Language, type Translated } from '../../shared/language.ts';
import { germanTexts } from '../german/all-texts.ts';
import type { Say } from './read-fields.ts';

type Dictionary = { folder: string; texts: Readonly<Record<string, string>> };

const dictionaries: Record<Translated, Dictionary> = {
  de: { folder: 'src/docs/german', texts: germanTexts },
};

/** Returns a function that translates texts of the document. A dictionary has each other language. */
export function sayIn(language: Language, note?: (english: string) => void): Say {
  return (english) => {
    note?.(english);
    if (language === DOCUMENT_LANGUAGE) return english;
    const { folder, texts } = dictionaries[language];
    const text = texts[english];
    if (text === undefined) throw new Error(`No text in ${folder} for: ${english}`);
    return text;
  };
}
