import type { Exchange } from '../rest/exchange.ts';
import type { Language } from '../shared/language.ts';
import { chosenLanguage } from '../shared/language-cookie.ts';

/** The headers that decide the language of a page whose address names none. */
export const WISHED_BY = 'Accept-Language, Cookie';

/** The language that a visitor has chosen on our pages, else what the browser asks for (P567). */
export function wishedLanguage({ req, language }: Pick<Exchange, 'req' | 'language'>): Language {
  return chosenLanguage(req.headers.cookie) ?? language;
}
