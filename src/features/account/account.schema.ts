import { z } from 'zod';
import { described, docText } from '../../shared/schema/doc-text.ts';

export const keyInUse = docText({
  en: 'The team, scopes and limits of the key that makes the request.',
  de: 'Team, Rechte und Limits des Schlüssels, mit dem die Anfrage kommt.',
});

export const me = z
  .object({
    tenant_id: described(z.string(), {
      en: 'The team of the key.',
      de: 'Das Team des Schlüssels.',
    }),
    kind: described(z.string().nullable(), {
      en: 'The plan of the team.',
      de: 'Der Tarif des Teams.',
      examples: ['team', 'enterprise'],
    }),
    scopes: described(z.array(z.string()), {
      en: 'The scopes of the key.',
      de: 'Die Rechte des Schlüssels.',
    }),
    rate_limit_per_min: described(z.int().nullable(), {
      en: 'Requests a minute for all keys of the team together. One key alone has 120: `RateLimit-Limit` shows whichever of the two is closer to being reached.',
      de: 'Anfragen pro Minute für alle Schlüssel des Teams zusammen. Ein Schlüssel allein hat 120: `RateLimit-Limit` zeigt, welches der beiden Limits näher ist.',
    }),
    privacy: described(
      z.object({
        member_detail_enabled: described(z.boolean(), {
          en: 'Whether the API shows what single persons do.',
          de: 'Ob die API zeigt, was einzelne Personen tun.',
        }),
      }),
      {
        en: 'The privacy switches of the team that concern the API.',
        de: 'Die Datenschutz-Schalter des Teams, die die API betreffen.',
      },
    ),
    sandbox: described(z.boolean().optional(), {
      en: 'The team is a sandbox, in which customers try things. Other teams do not have this field.',
      de: 'Das Team ist eine Sandbox, in der Kunden etwas ausprobieren. Bei anderen Teams fehlt dieses Feld.',
    }),
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
