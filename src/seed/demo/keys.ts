import { randomBytes } from 'node:crypto';
import { newKey } from '../../auth/key-format.ts';
import { keyTemplates } from '../../auth/scopes.ts';
import { newId } from '../../db/ids.ts';
import type { Row } from '../../db/write-row.ts';
import { languages } from '../../shared/language.ts';
import { atWork, daysBefore } from './calendar.ts';
import { SERVER } from './origin.ts';
import { table } from './table.ts';
import { type DemoTeam, memberOf } from './team.ts';
import { happened } from './year.ts';

const GRACE_DAYS = 7;

/** The day of an expiry is in days ago. */
const plans = table(
  ['key', 'de', 'en', 'scopes', 'range', 'expires'],
  `
crm       | HubSpot-Abgleich           | HubSpot sync               | read_and_assignments | ${SERVER}/32 |
renewed   | HubSpot-Abgleich           | HubSpot sync               | read_and_assignments | ${SERVER}/32 |
reports   | Power BI Vertriebsberichte | Power BI sales reports     | read_only            | | -5
personnel | Personalsystem             | HR system                  | users:read users:write
export    | Export zum Geschäftsjahr   | Export for the fiscal year | trainings:read evaluations:read analytics:read | | 60
trial     | Erster Versuch             | First attempt              | users:read catalog:read
`,
);

/** The clients that go on sending requests, by the names of their keys. */
export const clientsByName: ReadonlyMap<string, string> = new Map(
  plans
    .filter(({ key }) => ['crm', 'reports', 'personnel'].includes(key))
    .flatMap(({ key, ...names }) => languages.map((language) => [names[language], key] as const)),
);

export type DemoKey = {
  id: string;
  prefix: string;
  /** Which program uses it. */
  client: string;
  createdAt: Date;
  /** When the program got another key, or this one ended. */
  endedAt: Date | null;
};
export type DemoKeys = Map<string, DemoKey & { row: Row<'apiKey'> }>;

/** Nobody can use these keys: their hashes belong to no secret. */
export function planKeys(team: DemoTeam, now: Date): DemoKeys {
  const rotatedAt = happened('api_key.rotated', 'crm', now).at;
  const revokedAt = happened('api_key.revoked', 'trial', now).at;
  let lineage_id = '';
  const keys = plans.map(({ key, range, expires, ...plan }) => {
    const isRenewed = key === 'renewed';
    const made = isRenewed
      ? happened('api_key.rotated', 'crm', now)
      : happened('api_key.created', key, now);
    const { prefix } = newKey();
    const id = newId('key', made.at);
    if (!isRenewed) lineage_id = newId('lin', made.at);
    const isRotated = key === 'crm';
    const expires_at = expires ? atWork(now, Number(expires)) : null;
    const row = {
      id,
      lineage_id,
      prefix,
      hash: randomBytes(32),
      name: plan[team.lang],
      scopes: scopesOf(plan.scopes),
      ip_ranges: range ? [range] : [],
      created_by: memberOf(team, made.who).memberId,
      created_at: made.at,
      expires_at: isRotated ? daysBefore(rotatedAt, -GRACE_DAYS) : expires_at,
      rotated_at: isRotated ? rotatedAt : null,
      revoked_at: key === 'trial' ? revokedAt : null,
    };
    const ends = [row.rotated_at, row.revoked_at, expires_at].filter((at) => at && at < now);
    const client = isRenewed ? 'crm' : key;
    return [
      key,
      { id, prefix, client, createdAt: made.at, endedAt: ends[0] ?? null, row },
    ] as const;
  });
  return new Map(keys);
}

function scopesOf(text: string): string[] {
  const template = Object.entries(keyTemplates).find(([name]) => name === text);
  return [...(template?.[1] ?? text.split(' '))];
}
