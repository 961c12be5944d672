import type { z } from 'zod';
import { DOCUMENT_LANGUAGE, type InEach, isLanguage } from '../language/language.ts';

declare const brand: unique symbol;

/** A text of the OpenAPI document that has a translation in each language. Only `docText` makes one. */
export type DocText = string & { readonly [brand]: true };

const texts: InEach<string>[] = [];

/**
 * A text of the OpenAPI document, with its translations beside it. The document gets the English text. The
 * build of the documentation finds the others in `docTexts`. Call it once for each text, when the module is loaded.
 */
export function docText(text: InEach<string>): DocText {
  texts.push(text);
  return text[DOCUMENT_LANGUAGE] as DocText;
}

/** Describes a field in each language. Examples and the like stand beside the texts, as in `.meta()`. */
export function described<T extends z.ZodType>(
  schema: T,
  about: InEach<string> & z.GlobalMeta & { id?: never; description?: never },
): T {
  const meta = Object.entries(about).filter(([name]) => !isLanguage(name));
  return schema.meta({ description: docText(about), ...Object.fromEntries(meta) });
}

/** The texts of all modules that are loaded. */
export function docTexts(): readonly InEach<string>[] {
  return texts;
}
