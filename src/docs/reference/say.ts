import { docTexts } from '../../shared/doc-text.ts';
import { DOCUMENT_LANGUAGE, type InEach, type Language } from '../../shared/language.ts';
import type { Say } from './read-fields.ts';

/** Returns a function that translates the texts of the document. Their translations stand beside them in the code. */
export function sayIn(language: Language, note?: (english: string) => void): Say {
  const texts = new Map<string, InEach<string>>(
    docTexts().map((text) => [text[DOCUMENT_LANGUAGE], text]),
  );
  return (english) => {
    note?.(english);
    if (language === DOCUMENT_LANGUAGE) return english;
    const text = texts.get(english);
    if (!text) throw new Error(`No docText() or described() has "${language}" for: ${english}`);
    return text[language];
  };
}
