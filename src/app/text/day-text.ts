import type { Language } from '../../shared/language/language.ts';
import { dateFormat } from './formatters.ts';

/** The text of a day, given as `2026-12-31`. A day has no time zone. */
export function dayText(day: string, language: Language): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return dateFormat(language, options).format(new Date(`${day}T00:00:00Z`));
}
