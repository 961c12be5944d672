import { z } from 'zod';

const name = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** A time zone by its IANA name. `Intl` would also take offsets, which have no summer time. */
export const timeZoneInput = z
  .string()
  .max(64)
  .refine((zone) => nameOf(zone) !== null, 'The IANA name of a time zone, such as Europe/Berlin.')
  .transform((zone) => nameOf(zone) ?? zone);

/** In the usual spelling. Of a zone with two names, `Intl` answers the older one: the given one stays. */
function nameOf(zone: string): string | null {
  if (!name.test(zone)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    return null;
  }
}
