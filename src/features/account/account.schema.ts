import { z } from 'zod';
import { described } from '../../shared/schema/described.ts';

export const keyInUse = 'The team, scopes and limits of the key that makes the request.';

export const me = z
  .object({
    tenant_id: described(z.string(), 'The team of the key.'),
    kind: described(z.string().nullable(), 'The plan of the team.', {
      examples: ['team', 'enterprise'],
    }),
    scopes: described(z.array(z.string()), 'The scopes of the key.'),
    rate_limit_per_min: described(
      z.int().nullable(),
      'Requests a minute for all keys of the team together. One key alone has 120: `RateLimit-Limit` shows whichever of the two is closer to being reached.',
    ),
    privacy: described(
      z.object({
        member_detail_enabled: described(
          z.boolean(),
          'Whether the API shows what single persons do.',
        ),
      }),
      'The privacy switches of the team that concern the API.',
    ),
    sandbox: described(
      z.boolean().optional(),
      'The team is a sandbox, in which customers try things. Other teams do not have this field.',
    ),
  })
  .meta({
    id: 'Me',
    description: keyInUse,
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
