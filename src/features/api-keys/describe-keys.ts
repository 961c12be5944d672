import { normaliseIp } from '../../auth/ip-range.ts';
import { inTableOrder, keyTemplates } from '../../auth/scopes.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { versionOf } from '../../shared/schema/edit-version.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { firstDay, REQUEST_LOG_DAYS } from '../../shared/time/kept-days.ts';
import { requestsOf } from '../../shared/web/figures.ts';
import { type Named, withNames } from '../members/account-names.ts';
import { joinLastName, lastName } from '../members/join-last-name.ts';
import type { ListedKey } from './api-keys.schema.ts';
import { type Key, rangesOf } from './find-key.ts';
import { keyState } from './key-state.ts';

/** Describes keys for the app and the command line, without their secrets. */
export async function describeKeys(call: PrismaCall, keys: Key[]): Promise<ListedKey[]> {
  const ids = keys.map(({ id }) => id);
  const creators = await findCreators(call, new Set(keys.map(({ created_by }) => created_by)));
  const uses = await findUses(call, ids);
  const neighbours = await findNeighbours(call, keys);
  return keys.map((key) => {
    const creator = creators(key.created_by);
    const scopes = inTableOrder(key.scopes);
    return {
      key_id: key.id,
      key_prefix: key.prefix,
      name: key.name,
      version: versionOf({ name: key.name }),
      scopes,
      template: templateOf(scopes),
      ip_ranges: rangesOf(key),
      state: keyState(key, call.now),
      warnings: warningsOf(key, creator.mayGrantAdmin),
      created_at: key.created_at.toISOString(),
      created_by: key.created_by,
      creator: creator.shown,
      expires_at: key.expires_at?.toISOString() ?? null,
      rotated_at: key.rotated_at?.toISOString() ?? null,
      revoked_at: key.revoked_at?.toISOString() ?? null,
      ...neighbours(key),
      ...uses(key.id),
    };
  });
}

function templateOf(scopes: readonly string[]): ListedKey['template'] {
  const names = Object.keys(keyTemplates) as (keyof typeof keyTemplates)[];
  // Keys that are older than the event feed have the template without its scope (D177).
  const given = inTableOrder([...scopes, 'events:read']).join();
  return names.find((name) => inTableOrder(keyTemplates[name]).join() === given) ?? null;
}

function warningsOf(key: Key, mayGrantAdmin: boolean): ListedKey['warnings'] {
  const matchesAll = key.ip_ranges.some((range) => range.endsWith('/0'));
  return [
    ...(mayGrantAdmin ? [] : (['creator_role_gone'] as const)),
    ...(matchesAll ? (['any_address'] as const) : []),
  ];
}

/**
 * Finds the predecessors and successors of keys. A key is rotated at most once, so the keys of a lineage are
 * a chain. A successor is made at the moment at which its predecessor is rotated. So the query reads only
 * these keys and their neighbours, even of a long chain.
 */
async function findNeighbours({ db, prisma, now }: PrismaCall, keys: Key[]) {
  const rotations = keys.flatMap(({ rotated_at }) => rotated_at ?? []);
  const beginnings = keys.map(({ created_at }) => created_at);
  const beside = await prisma.apiKey.findMany({
    where: {
      tenant_id: db.tenantId,
      lineage_id: { in: keys.map(({ lineage_id }) => lineage_id) },
      OR: [{ created_at: { in: rotations } }, { rotated_at: { in: beginnings } }],
    },
    omit: { hash: true },
  });
  const related = new Map([...keys, ...beside].map((key) => [key.id, key]));
  const chains = Map.groupBy([...related.values()].sort(byAge), ({ lineage_id }) => lineage_id);
  return ({ id, lineage_id }: Key) => {
    const chain = chains.get(lineage_id) ?? [];
    const index = chain.findIndex((one) => one.id === id);
    return {
      predecessor: shownNeighbour(chain[index - 1], now),
      successor: shownNeighbour(chain[index + 1], now),
    };
  };
}

type Aged = Pick<Key, 'created_at' | 'rotated_at'>;

export function byAge(a: Aged, b: Aged): number {
  const end = ({ rotated_at }: Aged) => rotated_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const age = a.created_at.getTime() - b.created_at.getTime();
  return age || (end(a) < end(b) ? -1 : 1);
}

function shownNeighbour(key: Key | undefined, now: Date): ListedKey['successor'] {
  return key ? { key_id: key.id, key_prefix: key.prefix, state: keyState(key, now) } : null;
}

type Row = Omit<NonNullable<ListedKey['creator']>, 'is_me'> & { id: string };
type Creator = { shown: ListedKey['creator']; mayGrantAdmin: boolean };

const unknown: Creator = { shown: null, mayGrantAdmin: false };

/** The members in whose names keys were made, as the team knows them. */
async function findCreators(
  { actor, db }: PrismaCall,
  ids: Set<string>,
): Promise<(id: string) => Creator> {
  const creatorsIn = async (team: TeamDb) => {
    const rows = await team.rows<Row & Named>(
      `select m.id, ${lastName}, m.email, m.role, m.status
       from member m ${joinLastName()}
       where m.tenant_id = $1 and m.id = any ($2)`,
      [[...ids]],
    );
    return withNames(team, rows);
  };
  // The keys of a sandbox are made by members of its team, or by the operator for a member of the sandbox.
  const ofSandbox = db.home === db ? [] : await creatorsIn(db);
  const rows = [...(await creatorsIn(db.home)), ...ofSandbox];
  const privacies = actor.kind === 'user' ? [actor.privacy, actor.homePrivacy] : [actor.privacy];
  const showsOthers = privacies.every((privacy) => privacy.shows('api_key', 'creator'));
  const found = rows.map(({ id, ...creator }): [string, Creator] => {
    const is_me = actor.kind === 'user' && actor.memberId === id;
    const shown = showsOthers || is_me ? { is_me, ...creator } : null;
    const mayGrantAdmin = creator.status === 'active' && creator.role !== 'member';
    return [id, { shown, mayGrantAdmin }];
  });
  const creators = new Map(found);
  return (id) => creators.get(id) ?? unknown;
}

type Uses = Pick<ListedKey, 'last_use' | 'requests_by_day' | 'ok_by_day' | 'limited'>;

/**
 * When each key was last used, and how often in the last thirty days. The numbers are those of the page of
 * API requests.
 */
async function findUses(
  { db, prisma, now }: PrismaCall,
  ids: string[],
): Promise<(id: string) => Uses> {
  const where = { tenant_id: db.tenantId, key_id: { in: ids } };
  const since = firstDay(now);
  const last = await prisma.apiKeyUse.findMany({ where });
  const days = await prisma.requestDay.findMany({ where: { ...where, day: { gte: since } } });
  const lastUse = new Map(last.map((use) => [use.key_id, use]));
  const daysOf = Map.groupBy(days, ({ key_id }) => key_id);
  return (id) => {
    const use = lastUse.get(id);
    const requests = new Array<number>(REQUEST_LOG_DAYS).fill(0);
    const ok = [...requests];
    let limited = 0;
    for (const day of daysOf.get(id) ?? []) {
      const index = (day.day.getTime() - since.getTime()) / DAY_MS;
      requests[index] = requestsOf(day);
      ok[index] = day.ok;
      limited += day.limited;
    }
    return {
      last_use: use
        ? { at: use.used_at.toISOString(), ip: use.used_ip && normaliseIp(use.used_ip) }
        : null,
      requests_by_day: requests,
      ok_by_day: ok,
      limited,
    };
  };
}
