/** Names of time zones that are unambiguous. Others, such as CET, stand for several zones. */
const zone = /(?:\bUTC\b|\bGMT\b|\dZ|[+-]\d\d:?\d\d)/i;

/**
 * The time that a clock shows, in Unix seconds. It reads seconds (`date +%s`), milliseconds, or a time with its zone, as
 * `date -u` and the header `Date` write it. Undefined for any other text: a time without a zone could be hours off.
 */
export function readClock(shown: string): number | undefined {
  const text = shown.trim().replace(/^["']|["']$/g, '');
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Math.floor(Number(text));
  if (/^\d{12,14}$/.test(text)) return Math.floor(Number(text) / 1000);
  const time = zone.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** A time, to the second, as the field for the clock shows it. */
export function clockText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
