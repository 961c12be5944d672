import { z } from 'zod';

/** A sign-in in a browser that this person has not signed in with before, and the address at that moment. */
export const newDevice = z.object({
  person: z.string(),
  session: z.string(),
  email: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  at: z.iso.datetime(),
});
export type NewDevice = z.output<typeof newDevice>;
