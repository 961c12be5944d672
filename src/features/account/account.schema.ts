import { z } from 'zod';

export const me = z
  .object({
    tenant_id: z.string(),
    kind: z
      .string()
      .nullable()
      .meta({ description: 'The plan of the team.', examples: ['team', 'enterprise'] }),
    scopes: z.array(z.string()).meta({ description: 'The scopes of the key.' }),
    rate_limit_per_min: z.int().nullable().meta({ description: 'The limit of the whole team.' }),
    privacy: z.object({ member_detail_enabled: z.boolean() }),
  })
  .meta({
    id: 'Me',
    description: 'The team, scopes and limits of the key that makes the request.',
    examples: [
      {
        tenant_id: 'ten_01jb1z8k4nq7r2t5v9w3x6y0zb',
        kind: 'team',
        scopes: ['users:read', 'trainings:read', 'assignments:read', 'assignments:write'],
        rate_limit_per_min: 600,
        privacy: { member_detail_enabled: true },
      },
    ],
  });
export type Me = z.output<typeof me>;
