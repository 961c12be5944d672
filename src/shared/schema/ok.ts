import { z } from 'zod';
import { described } from './described.ts';

/** The answer to every deletion. */
export const ok = z.object({ ok: described(z.boolean(), 'Always `true`.') }).meta({
  id: 'Ok',
  description: 'It is deleted.',
  examples: [{ ok: true }],
});
export type Ok = z.output<typeof ok>;
