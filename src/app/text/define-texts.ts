import type { Language } from '../../shared/language/language.ts';

/** A text, or a text with values in it. */
type Text = string | ((...values: never[]) => string);
type Dictionary = { [name: string]: Text | Dictionary };

export type Texts<T> = Record<Language, T>;

/** A dictionary in both languages. If the English one lacks a text of the German one, it does not compile. */
export function defineTexts<T extends Dictionary>(de: T, en: NoInfer<T>): Texts<T> {
  return { de, en };
}
