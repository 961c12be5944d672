import { z } from 'zod';
import { limitInput } from '../../shared/schema/page-schema.ts';

export const securityLogInput = z.strictObject({
  /** The `next_cursor` of the page before. */
  cursor: z
    .string()
    .regex(/^sec_[0-9a-z]{1,60}$/)
    .optional(),
  limit: limitInput,
});

export const securityPage = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      /** `signed_in`, `password_changed` and so on; new kinds may be added. */
      kind: z.string(),
      at: z.iso.datetime(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
      details: z.record(z.string(), z.string()),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type SecurityPage = z.output<typeof securityPage>;
