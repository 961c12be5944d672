import { z } from 'zod';

export const me = z
  .object({
    tenant_id: z.string().meta({ description: 'The team of the key.' }),
    kind: z
      .string()
      .nullable()
      .meta({ description: 'The plan of the team.', examples: ['team', 'enterprise'] }),
    scopes: z.array(z.string()).meta({ description: 'The scopes of the key.' }),
    rate_limit_per_min: z.int().nullable().meta({
      description:
        'Requests a minute for all keys of the team together. One key alone has 120: `RateLimit-Limit` shows whichever of the two is closer to being reached.',
    }),
    privacy: z
      .object({
        member_detail_enabled: z
          .boolean()
          .meta({ description: 'Whether the API shows what single persons do.' }),
      })
      .meta({ description: 'The privacy switches of the team that concern the API.' }),
    sandbox: z.boolean().optional().meta({
      description:
        'The team is a sandbox, in which customers try things. Other teams do not have this field.',
    }),
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
