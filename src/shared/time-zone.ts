import { z } from 'zod';

const name = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** A time zone by its IANA name. `Intl` would also accept offsets, but offsets have no summer time. */
export const timeZoneInput = z
  .string()
  .max(64)
  .refine((zone) => nameOf(zone) !== null, 'The IANA name of a time zone, such as Europe/Berlin.')
  .transform((zone) => nameOf(zone) ?? zone);

/**
 * The usual spelling of a zone. If a zone has two names, `Intl` returns the older one: then the given name
 * stays.
 */
function nameOf(zone: string): string | null {
  if (!name.test(zone)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    return null;
  }
}
