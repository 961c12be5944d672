/** The languages of the product's texts (D77). Another one is a word here, and what the compiler then misses. */
export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];

/** Of everybody who has asked for none of them. */
export const DEFAULT_LANGUAGE: Language = 'de';

/** The language of the document, of the details of errors and of the operator's handbook. */
export const DOCUMENT_LANGUAGE = 'en' as const satisfies Language;

/** The languages into which texts of the document are translated. */
export type Translated = Exclude<Language, typeof DOCUMENT_LANGUAGE>;

/** The same in each language. */
export type InEach<T> = Record<Language, T>;

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** The one after it: what a switch between languages leads to. */
export function nextLanguage(language: Language): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? DEFAULT_LANGUAGE;
}

/** A name that may lack in some languages. */
export function namedIn(names: Partial<InEach<string | null>>, language: Language): string | null {
  return names[language] ?? names[DEFAULT_LANGUAGE] ?? null;
}
