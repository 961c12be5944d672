const parts = ['year', 'month', 'day', 'hour', 'minute'] as const;

/** A moment in a time zone, as a field of the type `datetime-local` takes it. */
export function zonedText(at: string | number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const),
  });
  const found = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = parts.map((name) => found.get(name) ?? '');
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/**
 * The moment that the text of such a field means. If a change of the clocks skips this hour, it is the hour after. If
 * the hour comes twice, it is either of the two.
 */
export function momentOf(text: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (at: number) => Date.parse(`${zonedText(at, timeZone)}Z`) - at;
  // The offset can differ between the text read as UTC and the moment itself, so the offset is taken there once more.
  const near = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(near)).toISOString();
}

/** Midnight before a moment. */
export function dayBegins(at: number, timeZone: string): string {
  const day = zonedText(at, timeZone).slice(0, 'yyyy-mm-dd'.length);
  return momentOf(`${day}T00:00`, timeZone) ?? '';
}
