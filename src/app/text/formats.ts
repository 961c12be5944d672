import type { Language } from '../../shared/language/language.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';
import { daysLeft, figureWords } from '../../shared/web/figures.ts';
import { dateFormat, numberFormat, relativeFormat } from './formatters.ts';

type Zone = { language: Language; timeZone: string };

export function dateTimeText(at: string | Date, { language, timeZone }: Zone): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return dateFormat(language, options).format(new Date(at));
}

/** The time of day. Null for a moment that is not today. */
export function timeOfDayText(
  at: string,
  { language, timeZone }: Zone,
  now = Date.now(),
): string | null {
  const dayOf = dateFormat(language, { dateStyle: 'short', timeZone });
  if (dayOf.format(new Date(at)) !== dayOf.format(now)) return null;
  return clockText(at, { language, timeZone });
}

/** The time of day, such as "01:00". */
export function clockText(at: string, { language, timeZone }: Zone): string {
  return dateFormat(language, { timeStyle: 'short', timeZone }).format(new Date(at));
}

/** A time with seconds, to be compared with another log. */
export function secondText(at: string | Date, { language, timeZone }: Zone): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const;
  return dateFormat(language, options).format(new Date(at));
}

/** The time of day with seconds, in a log whose headings say the day. */
export function clockSecondText(at: string, { language, timeZone }: Zone): string {
  return dateFormat(language, { timeStyle: 'medium', timeZone }).format(new Date(at));
}

/** A time with seconds and the name of the zone, to be copied. */
export function exactTimeText(at: string | Date, { language, timeZone }: Zone): string {
  const options = {
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    ...({ timeZoneName: 'short', timeZone } as const),
  };
  return dateFormat(language, options).format(new Date(at));
}

const steps = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The future beyond this many days is told in months. */
const LONGEST_IN_DAYS = 59;

/**
 * A text such as "vor 3 Stunden" or "in 2 days". It counts what has passed: "yesterday" would be wrong for a time of 30
 * hours ago whose day was the one before.
 */
export function relativeText(
  at: string | Date,
  now: number,
  language: Language,
  style: 'long' | 'short' = 'long',
): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  // Mails tell the same end in the same words. A day that has begun counts.
  const days = daysLeft(new Date(at), now);
  if (days > 1 && days <= LONGEST_IN_DAYS) return figureWords[language].daysLeft(days);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'second') return relativeFormat(language, { numeric: 'auto' }).format(0, unit);
  return relativeFormat(language, { style }).format(Math.trunc(seconds / size), unit);
}

/**
 * A past time in a list: how long ago in the last hour, and before that its day and time, such as "today, 13:06" or
 * "20 Nov, 13:06". Hours alone would be the same for several rows.
 */
export function loggedText(at: string, now: number, zone: Zone): string {
  const { language, timeZone } = zone;
  const moment = new Date(at);
  if (now - moment.getTime() < HOUR_MS) return relativeText(at, now, language);
  const clock = timeOfDayText(at, zone, now);
  if (clock) return `${relativeFormat(language, { numeric: 'auto' }).format(0, 'day')}, ${clock}`;
  const year = dateFormat(language, { year: 'numeric', timeZone });
  const isThisYear = year.format(moment) === year.format(now);
  const rest = isThisYear
    ? ({ hour: '2-digit', minute: '2-digit' } as const)
    : ({ year: 'numeric' } as const);
  return dateFormat(language, { day: 'numeric', month: 'short', ...rest, timeZone }).format(moment);
}

/** How long to wait, such as "in 43 Minuten" or "in 20 seconds". Rounded up, so that the wait is over by then. */
export function waitText(seconds: number, language: Language): string {
  const [unit, size] = steps.find(([, length]) => seconds >= 2 * length) ?? ['second', 1];
  return relativeFormat(language, {}).format(Math.ceil(seconds / size), unit);
}

export function numberText(value: number, language: Language): string {
  return numberFormat(language, {}).format(value);
}

/** A number of rows, such as "10,000+". */
export function countText(count: number, language: Language): string {
  const text = numberText(Math.min(count, MOST_COUNTED), language);
  return count > MOST_COUNTED ? `${text}+` : text;
}

/** A score, always with one decimal, so that scores below each other can be compared. */
export function scoreText(value: number, language: Language): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  return numberFormat(language, options).format(value);
}

/** How far one score is from another, with its sign. */
export function differenceText(value: number, language: Language): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const text = numberFormat(language, { ...options, signDisplay: 'exceptZero' }).format(value);
  return withMinus(text);
}

/** The formatter writes a hyphen. */
export const withMinus = (text: string) => text.replace('-', '−');

export function percentText(share: number, language: Language): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return numberFormat(language, options).format(share);
}

export function dateText(at: string | Date, { language, timeZone }: Zone): string {
  const options = { dateStyle: 'medium', timeZone } as const;
  return dateFormat(language, options).format(new Date(at));
}

type Money = { amount: string | null; currency: string | null };

/** The limit of Intl.NumberFormat. */
const MOST_DECIMALS = 100;

/**
 * The text of an amount of a CRM: a decimal number as text, and a currency that may be unknown. It keeps all digits, and
 * has at least as many decimal places as the currency.
 */
export function moneyText({ amount, currency }: Money, language: Language): string {
  if (amount === null) return '–';
  const isValid = currency !== null && /^[A-Z]{3}$/.test(currency);
  const named = isValid || !currency ? '' : `\u00a0${currency}`;
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (decimals > MOST_DECIMALS) return `${amount}${currency ? `\u00a0${currency}` : ''}`;
  const style = isValid ? ({ style: 'currency', currency } as const) : {};
  const least = numberFormat(language, style).resolvedOptions().minimumFractionDigits ?? 0;
  const maximumFractionDigits = Math.max(least, decimals);
  // The number is passed as text, so that no digit is lost.
  const format = numberFormat(language, { ...style, maximumFractionDigits });
  return format.format(amount as `${number}`) + named;
}
