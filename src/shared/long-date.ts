import type { Language } from './language.ts';

const locales = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Language, string>;

/** A moment for people, exact to the minute; the zone is said, since nobody's own is known. */
export function longDate(at: Date, lang: Language): string {
  const text = new Intl.DateTimeFormat(locales[lang], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return `${text} (UTC)`;
}
