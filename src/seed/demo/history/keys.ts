import { randomBytes } from 'node:crypto';
import { newKey } from '../../../auth/key-format.ts';
import { keyTemplates, type Scope } from '../../../auth/scopes.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import { newId } from '../../../db/ids.ts';
import type { InEach } from '../../../shared/language.ts';
import { atWork, daysBefore } from '../calendar.ts';
import { type DemoTeam, memberOf } from '../team.ts';
import { SERVER } from './origin.ts';

export const GRACE_DAYS = 7;

type Plan = {
  name: InEach<string>;
  scopes: readonly Scope[];
  ranges?: string[];
  /** The post of the person who made the key. */
  by: string;
  sinceDays: number;
  rotatedDays?: number;
  revokedDays?: number;
  /** Negative: the key ends in the future. */
  expiresDays?: number;
};

export type DemoKeys = Record<
  'crm' | 'renewed' | 'reports' | 'personnel' | 'export' | 'trial',
  DemoKey
>;
export type DemoKey = Omit<Plan, 'name'> & {
  name: string;
  id: string;
  prefix: string;
  lineage: string;
  createdBy: string;
  createdAt: Date;
  /** When the last request with this key can have come, in days before now. */
  endedDays: number;
};

/** The keys with clients that keep sending requests. */
export const keyNames = {
  crm: { de: 'HubSpot-Abgleich', en: 'HubSpot sync' },
  reports: { de: 'Power BI Vertriebsberichte', en: 'Power BI sales reports' },
  personnel: { de: 'Personalsystem', en: 'HR system' },
} satisfies Record<string, InEach<string>>;

const crm = {
  name: keyNames.crm,
  scopes: keyTemplates.read_and_assignments,
  ranges: [`${SERVER}/32`],
};
const ROTATED = 3;

const plans: Record<keyof DemoKeys, Plan> = {
  crm: {
    ...crm,
    by: 'leitung',
    sinceDays: 330,
    rotatedDays: ROTATED,
  },
  renewed: { ...crm, by: 'vertriebsleitung', sinceDays: ROTATED },
  reports: {
    name: keyNames.reports,
    scopes: keyTemplates.read_only,
    by: 'vertriebsleitung',
    sinceDays: 210,
    expiresDays: -5,
  },
  personnel: {
    name: keyNames.personnel,
    scopes: ['users:read', 'users:write'],
    by: 'leitung',
    sinceDays: 250,
  },
  export: {
    name: { de: 'Export zum Geschäftsjahr', en: 'Export for the fiscal year' },
    scopes: ['trainings:read', 'evaluations:read', 'analytics:read'],
    by: 'vertriebsleitung',
    sinceDays: 150,
    expiresDays: 60,
  },
  trial: {
    name: { de: 'Erster Versuch', en: 'First attempt' },
    scopes: ['users:read', 'catalog:read'],
    by: 'vertriebsleitung',
    sinceDays: 340,
    revokedDays: 322,
  },
};

export function planKeys(team: DemoTeam, now: Date): DemoKeys {
  const plan = (name: keyof DemoKeys): DemoKey => {
    const planned = plans[name];
    const createdAt = atWork(now, planned.sinceDays);
    return {
      ...planned,
      name: planned.name[team.lang],
      id: newId('key', createdAt),
      prefix: newKey().prefix,
      lineage: newId('lin', createdAt),
      createdBy: memberOf(team, planned.by).memberId,
      createdAt,
      endedDays:
        planned.rotatedDays ?? planned.revokedDays ?? Math.max(0, planned.expiresDays ?? 0),
    };
  };
  const before = plan('crm');
  return {
    crm: before,
    renewed: { ...plan('renewed'), lineage: before.lineage },
    reports: plan('reports'),
    personnel: plan('personnel'),
    export: plan('export'),
    trial: plan('trial'),
  };
}

/** Nobody can use these keys: their hashes belong to no secret. */
export function keyRows(
  tenantId: string,
  keys: DemoKeys,
  now: Date,
): Prisma.ApiKeyCreateManyInput[] {
  const at = (days: number | undefined) => (days === undefined ? null : atWork(now, days));
  const endOf = ({ rotatedDays, expiresDays }: DemoKey) => {
    const rotated = at(rotatedDays);
    return rotated ? daysBefore(rotated, -GRACE_DAYS) : at(expiresDays);
  };
  return Object.values(keys).map((key) => ({
    tenant_id: tenantId,
    id: key.id,
    lineage_id: key.lineage,
    prefix: key.prefix,
    hash: new Uint8Array(randomBytes(32)),
    name: key.name,
    scopes: [...key.scopes],
    ip_ranges: key.ranges ?? [],
    created_by: key.createdBy,
    created_at: key.createdAt,
    expires_at: endOf(key),
    rotated_at: at(key.rotatedDays),
    revoked_at: at(key.revokedDays),
  }));
}
