import type { Exchange } from '../rest/exchange.ts';
import type { Language } from '../shared/language/language.ts';
import { chosenLanguage } from '../shared/language/language-cookie.ts';

/** The headers that decide the language of a page whose address has none. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie';

/**
 * The language that a visitor has chosen on our pages, or else the language for which the browser asks.
 */
export function visitorsLanguage({ req, language }: Pick<Exchange, 'req' | 'language'>): Language {
  return chosenLanguage(req.headers.cookie) ?? language;
}
