import { z } from 'zod';

/** The answer to every deletion. */
export const ok = z
  .object({ ok: z.boolean().meta({ description: 'Always `true`.' }) })
  .meta({ id: 'Ok', description: 'It is deleted.', examples: [{ ok: true }] });
export type Ok = z.output<typeof ok>;
