import type { Language } from '../../shared/language.ts';

const locales = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Language, string>;

/** A moment for people, exact to the minute. It names UTC, because we do not know the reader's zone. */
export function longDate(at: Date, lang: Language): string {
  const text = new Intl.DateTimeFormat(locales[lang], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return `${text} (UTC)`;
}
