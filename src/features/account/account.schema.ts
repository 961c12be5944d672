import { z } from 'zod';

export const noInput = z.strictObject({});

export const me = z
  .object({
    tenant_id: z.string(),
    kind: z
      .string()
      .nullable()
      .meta({ description: 'The plan.', examples: ['team', 'enterprise'] }),
    scopes: z.array(z.string()).meta({ description: 'The scopes of the key.' }),
    rate_limit_per_min: z.int().nullable().meta({ description: 'The limit of the whole team.' }),
    privacy: z.object({ member_detail_enabled: z.boolean() }),
  })
  .meta({ id: 'Me' });
export type Me = z.output<typeof me>;
