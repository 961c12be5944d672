const formats = new Map<string, Intl.DateTimeFormat | null>();

/** The day of `time` in a time zone, as `2026-12-31`. In UTC if the zone is unknown. */
export function dayIn(timeZone: string | null, time: Date): string | null {
  const iso = time.toISOString();
  // PostgreSQL and people know no years of five digits.
  if (!/^\d{4}-/.test(iso)) return null;
  return (timeZone === null ? null : formatOf(timeZone)?.format(time)) ?? iso.slice(0, 10);
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  // Providers name a few hundred zones. A list this long contains texts that are no zones.
  if (formats.size > 1000) formats.clear();
  const made = newFormat(timeZone);
  formats.set(timeZone, made);
  return made;
}

function newFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    // Swedish writes a day as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  } catch {
    return null;
  }
}
