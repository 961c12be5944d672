import { z } from 'zod';

/** The answer to every deletion. */
export const ok = z.object({ ok: z.boolean() }).meta({ id: 'Ok', examples: [{ ok: true }] });
export type Ok = z.output<typeof ok>;
