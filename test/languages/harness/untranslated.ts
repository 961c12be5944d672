import { outsideOfBrackets } from './in-brackets.ts';
import { THIRD } from './third-language.ts';

/** The same in each language: the texts of a page, or the lines of a mail. */
export type Versions = Record<string, string[]>;

/**
 * What the third language shows outside of brackets. A name, a number or code stands in every
 * other language too.
 */
export function untranslated({ [THIRD]: texts = [], ...others }: Versions): string[] {
  const all = Object.values(others).map((lines) => lines.join('\n'));
  const isData = (part: string) => all.every((lines) => lines.includes(part));
  return [...new Set(texts.flatMap(outsideOfBrackets))].filter(
    (part) => !isData(part) && !alike.test(part),
  );
}

/** A time in the form of this language, and what a language calls itself. */
const alike = /^[^A-Za-z]*(?:UTC|GMT)[^A-Za-z]*$|^(?:Deutsch|English)$/;
