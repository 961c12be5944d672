export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** How long a key lives that the app makes for the documentation. */
export const DOCS_KEY_MS = 60 * MINUTE_MS;

const MS = { ms: 1, s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS } as const;

/** Reads `90s`, `5m`, `2h` or `3d` as milliseconds. Null for anything else. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^([1-9][0-9]{0,5})(ms|s|m|h|d)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return null;
  return Number(digits) * MS[unit as keyof typeof MS];
}
