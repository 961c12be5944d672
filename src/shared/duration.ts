import { DAY_MS, HOUR_MS } from './durations.ts';

const MS = { ms: 1, s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS } as const;

/** Reads `90s`, `5m`, `2h` or `3d` as milliseconds. Null for anything else. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^([1-9][0-9]{0,5})(ms|s|m|h|d)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return null;
  return Number(digits) * MS[unit as keyof typeof MS];
}
