/**
 * The languages of the product's texts (D77). To add one, name it here, and then write the texts that the
 * compiler misses.
 */
export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];

/** The language of everybody who has asked for none of these. */
export const DEFAULT_LANGUAGE: Language = 'de';

/** The language of the document, of the details of errors and of the operator's handbook. */
export const DOCUMENT_LANGUAGE = 'en' as const satisfies Language;

/** One value for each language. */
export type InEach<T> = Record<Language, T>;

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** The next language, to which a switch between languages leads. */
export function nextLanguage(language: Language): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? DEFAULT_LANGUAGE;
}

/** The name in a language. Some names are missing in some languages. */
export function namedIn(names: Partial<InEach<string | null>>, language: Language): string | null {
  return names[language] ?? names[DEFAULT_LANGUAGE] ?? null;
}

/** The language of a person who starts a program in a terminal. The locale `C`, like any unknown one, means English. */
export function terminalLanguage(env: Record<string, string | undefined>): Language {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  const [code] = locale.toLowerCase().split(/[_.@]/);
  return languages.find((language) => language === code) ?? DOCUMENT_LANGUAGE;
}
