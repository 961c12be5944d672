import { languages } from '../../shared/language/language.ts';
import { dateFormat } from './formatters.ts';

const DAY_MS = 86_400_000;

const near: Record<string, number> = {
  heute: 0,
  today: 0,
  morgen: 1,
  tomorrow: 1,
  übermorgen: 2,
  gestern: -1,
  yesterday: -1,
  vorgestern: -2,
};
const lengths: [RegExp, number][] = [
  [/^(tag|day)/, 1],
  [/^(woche|week)/, 7],
];

/** Where a day without a year and a weekday are looked for. */
type Side = 'ahead' | 'past';

/**
 * The day that a person has typed, as `2026-12-31`. Undefined if the text names no day. Both languages are understood.
 * A day with slashes is not: half of the world would read another day.
 */
export function typedDay(text: string, today: string, side: Side = 'ahead'): string | undefined {
  const words = text.trim().toLowerCase();
  return spoken(words, today, side) ?? written(words, today, side);
}

const TIME = /^(.*?)[\s,]*(?:(?:um|at) )?\b([01]?\d|2[0-3]):([0-5]\d)(?: ?uhr)?$/i;

/**
 * The past time that a person has typed, as `2026-12-31T14:30`, such as "yesterday 14:30" and "1.12. um 8:00". A day
 * alone means its beginning, and a time alone means today. Undefined if the text names none.
 */
export function typedMoment(text: string, now: string): string | undefined {
  const words = text.trim().replace(/(\d)t(\d)/i, '$1 $2');
  const [, named = words, hour = '0', minute = '00'] = TIME.exec(words) ?? [];
  const today = now.slice(0, 'yyyy-mm-dd'.length);
  const day = named === '' && words !== '' ? today : typedDay(named, today, 'past');
  return day && `${day}T${hour.padStart(2, '0')}:${minute}`;
}

const IN = /^in (\d{1,3}) (\p{L}+)$/u;
const AGO = /^(?:vor (\d{1,3}) (\p{L}+)|(\d{1,3}) (\p{L}+) ago)$/u;

/** Such as "tomorrow", "in 2 Wochen", "3 days ago" and "Friday". */
function spoken(words: string, today: string, side: Side): string | undefined {
  const start = Date.parse(today);
  const days = near[words];
  if (days !== undefined) return dayAt(start + days * DAY_MS);
  const isAgo = AGO.test(words);
  const [count = '', unit = ''] = (AGO.exec(words) ?? IN.exec(words) ?? [])
    .slice(1)
    .filter(Boolean);
  const [, length] = lengths.find(([name]) => name.test(unit)) ?? [];
  if (length !== undefined)
    return dayAt(start + Number(count) * length * (isAgo ? -DAY_MS : DAY_MS));
  const step = side === 'past' ? -DAY_MS : DAY_MS;
  const week = Array.from({ length: 7 }, (_, days) => start + (days + 1) * step);
  const named = week.find((at) => namesOf(at, 'weekday').includes(words));
  return named === undefined ? undefined : dayAt(named);
}

/** Such as "2026-12-01", "1.12.2026", "1.12." and "1 Dec 2026". A day without a year is the next or last one of that name. */
function written(words: string, today: string, side: Side): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso) return wholeDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, day, month = '', year] =
    /^(\d{1,2})\.? ?(\d{1,2}|\p{L}{3,9})[. ]{0,2}(\d{4})?$/u.exec(words) ?? [];
  const isNamed = /\p{L}/u.test(month);
  if (!day || (!isNamed && !words.includes('.'))) return undefined;
  const number = isNamed ? monthNamed(month) : Number(month);
  if (year) return wholeDay(Number(year), number, Number(day));
  const thisYear = Number(today.slice(0, 4));
  const found = wholeDay(thisYear, number, Number(day));
  const isOnSide = !found || (side === 'past' ? found <= today : found >= today);
  return isOnSide ? found : wholeDay(thisYear + (side === 'past' ? -1 : 1), number, Number(day));
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
