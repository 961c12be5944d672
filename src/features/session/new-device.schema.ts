import { z } from 'zod';

/**
 * A sign-in with a browser that this person has not used before, and the e-mail address of the person at that
 * moment.
 */
export const newDevice = z.object({
  person: z.string(),
  session: z.string(),
  email: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  at: z.iso.datetime(),
});
export type NewDevice = z.output<typeof newDevice>;
