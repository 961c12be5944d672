import { isLanguage, type Language } from './language.ts';

const NAME = 'language';
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Tells the server which language a visitor has chosen, for addresses without a language, such as `/docs/`.
 * The cookie is set only when somebody chooses, and contains only the language.
 */
export function languageCookie(language: Language): string {
  return `${NAME}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

export function chosenLanguage(cookies: string | undefined): Language | undefined {
  const lines = cookies?.split(';').map((line) => line.trim()) ?? [];
  const value = lines.find((line) => line.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return isLanguage(value) ? value : undefined;
}
