import { type ErrorCode, errorCatalogue } from '../../../shared/errors/errors.ts';
import type { Language } from '../../../shared/language/language.ts';

/** The title of a code, as the answer said it. A code that this page does not know yet has none. */
export function titleOf(code: string, language: Language): string {
  return Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code as ErrorCode][language] : code;
}

/** The sentence for a name. A name that this page does not know yet is shown as it is. */
export function textOf(texts: Record<string, string>, name: string): string {
  return Object.hasOwn(texts, name) ? (texts[name] ?? name) : name;
}
