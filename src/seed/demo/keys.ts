import { randomBytes } from 'node:crypto';
import { newKey } from '../../auth/key-format.ts';
import { keyTemplates } from '../../auth/scopes.ts';
import { newId } from '../../db/ids.ts';
import type { Row } from '../../db/write-row.ts';
import { languages } from '../../shared/language/language.ts';
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
type Name = 'crm' | 'renewed' | 'reports' | 'personnel' | 'export' | 'trial';
export type DemoKeys = Record<Name, DemoKey & { row: Row<'apiKey'> }>;

/** Nobody can use these keys: their hashes belong to no secret. */
export function planKeys(team: DemoTeam, now: Date): DemoKeys {
  const rotated = happened('api_key.rotated', 'crm', now);
  const lineageOfCrm = newId('lin', happened('api_key.created', 'crm', now).at);
  const plan = (name: Name) => {
    const planned = plans.find(({ key }) => key === name);
    if (!planned) throw new Error(`There is no key ${name}`);
    const { range, expires, scopes } = planned;
    const made = name === 'renewed' ? rotated : happened('api_key.created', name, now);
    const client = name === 'renewed' ? 'crm' : name;
    const { prefix } = newKey();
    const id = newId('key', made.at);
    const expires_at = expires ? atWork(now, Number(expires)) : null;
    const row = {
      id,
      lineage_id: client === 'crm' ? lineageOfCrm : newId('lin', made.at),
      prefix,
      hash: randomBytes(32),
      name: planned[team.lang],
      scopes: scopesOf(scopes),
      ip_ranges: range ? [range] : [],
      created_by: memberOf(team, made.who).memberId,
      created_at: made.at,
      expires_at: name === 'crm' ? daysBefore(rotated.at, -GRACE_DAYS) : expires_at,
      rotated_at: name === 'crm' ? rotated.at : null,
      revoked_at: name === 'trial' ? happened('api_key.revoked', name, now).at : null,
    };
    const ends = [row.rotated_at, row.revoked_at, expires_at].filter((at) => at && at < now);
    return { id, prefix, client, createdAt: made.at, endedAt: ends[0] ?? null, row };
  };
  return {
    crm: plan('crm'),
    renewed: plan('renewed'),
    reports: plan('reports'),
    personnel: plan('personnel'),
    export: plan('export'),
    trial: plan('trial'),
  };
}

function scopesOf(text: string): string[] {
  const template = Object.entries(keyTemplates).find(([name]) => name === text);
  return [...(template?.[1] ?? text.split(' '))];
}
