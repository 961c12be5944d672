import type { Language } from '../../shared/language.ts';

/** A text, or one with values in it. */
type Text = string | ((...values: never[]) => string);
type Dictionary = { [name: string]: Text | Dictionary };

export type Texts<T> = Record<Language, T>;

/** A dictionary in both languages. What the German one has and the English one lacks does not compile. */
export function defineTexts<T extends Dictionary>(de: T, en: NoInfer<T>): Texts<T> {
  return { de, en };
}
