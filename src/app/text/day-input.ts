import { languages } from '../../shared/language.ts';
import { dateFormat } from './formatters.ts';

const DAY_MS = 86_400_000;

const near: Record<string, number> = { heute: 0, today: 0, morgen: 1, tomorrow: 1, übermorgen: 2 };
const lengths: [RegExp, number][] = [
  [/^(tag|day)/, 1],
  [/^(woche|week)/, 7],
];

/**
 * The day that a person has typed, as `2026-12-31`. Undefined if the text names no day. Both languages are understood.
 * A day with slashes is not: half of the world would read another day.
 */
export function typedDay(text: string, today: string): string | undefined {
  const words = text.trim().toLowerCase();
  return spoken(words, today) ?? written(words, today);
}

/** Such as "tomorrow", "in 2 Wochen" and "Friday". */
function spoken(words: string, today: string): string | undefined {
  const start = Date.parse(today);
  const days = near[words];
  if (days !== undefined) return dayAt(start + days * DAY_MS);
  const [, count = '', unit = ''] = /^in (\d{1,3}) (\p{L}+)$/u.exec(words) ?? [];
  const [, length] = lengths.find(([name]) => name.test(unit)) ?? [];
  if (length !== undefined) return dayAt(start + Number(count) * length * DAY_MS);
  const coming = Array.from({ length: 7 }, (_, ahead) => start + (ahead + 1) * DAY_MS);
  const named = coming.find((at) => namesOf(at, 'weekday').includes(words));
  return named === undefined ? undefined : dayAt(named);
}

/** Such as "2026-12-01", "1.12.2026", "1.12." and "1 Dec 2026". A day without a year is the next one of that name. */
function written(words: string, today: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso) return wholeDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, day, month = '', year] =
    /^(\d{1,2})\.? ?(\d{1,2}|\p{L}{3,9})[. ]{0,2}(\d{4})?$/u.exec(words) ?? [];
  const isNamed = /\p{L}/u.test(month);
  if (!day || (!isNamed && !words.includes('.'))) return undefined;
  const number = isNamed ? monthNamed(month) : Number(month);
  if (year) return wholeDay(Number(year), number, Number(day));
  const thisYear = Number(today.slice(0, 4));
  const next = wholeDay(thisYear, number, Number(day));
  return next && next < today ? wholeDay(thisYear + 1, number, Number(day)) : next;
}

/** The number of a month. 0 if no month has this name. Three letters suffice. */
function monthNamed(name: string): number {
  const months = Array.from({ length: 12 }, (_, month) => namesOf(Date.UTC(2026, month), 'month'));
  return months.findIndex((names) => names.some((each) => each.startsWith(name))) + 1;
}

function namesOf(at: number, part: 'month' | 'weekday'): string[] {
  return languages.map((language) =>
    dateFormat(language, { [part]: 'long', timeZone: 'UTC' })
      .format(at)
      .toLowerCase(),
  );
}

/** Undefined for a day that no calendar has, such as the 30th of February. */
function wholeDay(year: number, month: number, day: number): string | undefined {
  const at = dayAt(Date.UTC(year, month - 1, day));
  return at === `${year}-${twoDigits(month)}-${twoDigits(day)}` ? at : undefined;
}

const twoDigits = (value: number) => `${value}`.padStart(2, '0');
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
