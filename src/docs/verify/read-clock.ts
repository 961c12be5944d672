/** Names of time zones that a clock may show. Others, such as CET, mean several zones. */
const zone = /(?:\bUTC\b|\bGMT\b|\dZ|[+-]\d\d:?\d\d)/i;

/**
 * Reads what a clock shows, in Unix seconds: a number of seconds (`date +%s`) or milliseconds, or a
 * time with its zone, as `date -u` and the header `Date` write it. Undefined if it cannot be read: a
 * time without a zone could be wrong by hours.
 */
export function readClock(shown: string): number | undefined {
  const text = shown.trim().replace(/^["']|["']$/g, '');
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Math.floor(Number(text));
  if (/^\d{12,14}$/.test(text)) return Math.floor(Number(text) / 1000);
  const time = zone.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** A time as the field of the clock shows it, to the second. */
export function clockText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
