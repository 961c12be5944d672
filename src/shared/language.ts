/** The languages of the product's texts (D77), the default first. */
export const languages = ['de', 'en'] as const;
export type Language = (typeof languages)[number];

/** Of everybody who has asked for none of the others. */
export const [DEFAULT_LANGUAGE] = languages;

/** The same in each language. What a language lacks does not compile. */
export type InEach<T> = Record<Language, T>;

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}
