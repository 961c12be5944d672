import type { CannonRequest } from 'autocannon';
import { encodeCursor } from '../../../src/db/pages/cursor.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { deriveKey } from '../../../src/shared/seal.ts';
import type { GrowthDatabase } from './fill-growth.ts';

const POSITIONS = 1_000;

export type GrowthWork = {
  name: string;
  title: string;
  /** Its share of a round, in thousandths. */
  share: number;
  requests(database: GrowthDatabase, encryptionKey: string): Promise<CannonRequest[]>;
};

type Asked = { key: string; path: string };

function get({ key, path }: Asked): CannonRequest {
  return {
    method: 'GET',
    path: BASE_PATH + path,
    headers: { authorization: `Bearer ${key}` },
  };
}

/** Keys of teams all over the database, in turn. */
function spreadKeys({ keys }: GrowthDatabase) {
  const step = Math.max(1, Math.floor(keys.length / POSITIONS));
  return keys.filter((_, n) => n % step === 0).slice(0, POSITIONS);
}

const ofEachKey = (path: (database: GrowthDatabase, tenantId: string) => string) => {
  return async (database: GrowthDatabase) =>
    spreadKeys(database).map(({ key, tenant_id }) => get({ key, path: path(database, tenant_id) }));
};

type Place = { tenant_id: string; id: string; at: Date };

/** Trainings of each team between two depths of its list. */
async function placesBetween(
  { sql, keys, perTeam, spread }: GrowthDatabase,
  [from, to]: [number, number],
): Promise<Place[]> {
  const tenants = [...new Set(keys.map(({ tenant_id }) => tenant_id))];
  const many = Math.max(1, Math.floor(tenants.length / POSITIONS));
  const chosen = tenants.filter((_, n) => n % many === 0).slice(0, POSITIONS);
  const step =
    spread === 'one' ? Math.max(1, Math.floor((perTeam * (to - from)) / POSITIONS)) : perTeam;
  const { rows } = await sql.query<Place>(
    `select t.tenant_id, r.id, r.at from unnest($1::text[]) t (tenant_id)
     cross join lateral (select x.id, x.created_at as at,
         row_number() over (order by x.created_at desc, x.id desc) as n
       from training x where x.tenant_id = t.tenant_id) r
     where r.n >= $2 and r.n <= $3 and (r.n - $2) % $4 = 0`,
    [chosen, Math.max(1, Math.floor(perTeam * from)), Math.floor(perTeam * to), step],
  );
  return rows;
}

/** Requests for these places. The keys of each team take turns. */
function askAt(database: GrowthDatabase, places: Place[], path: (place: Place) => string) {
  const keysOf = new Map<string, string[]>();
  for (const { tenant_id, key } of database.keys) {
    keysOf.set(tenant_id, [...(keysOf.get(tenant_id) ?? []), key]);
  }
  return places.map((place, n) => {
    const keys = keysOf.get(place.tenant_id) ?? [];
    return get({ key: keys[n % keys.length] ?? '', path: path(place) });
  });
}

async function deepPages(database: GrowthDatabase, encryptionKey: string) {
  const cursorKey = deriveKey(Buffer.from(encryptionKey, 'base64'), 'cursor');
  // For the smallest team, this is the last page.
  const range: [number, number] = database.spread === 'one' ? [0.8, 0.99] : [0.4, 0.5];
  return askAt(database, await placesBetween(database, range), ({ tenant_id, id, at }) => {
    const place = { route: 'trainings', tenant: tenant_id, filters: {}, at: at.toISOString(), id };
    return `/trainings?limit=${database.limit}&cursor=${encodeCursor(place, cursorKey)}`;
  });
}

export const growthWorks: readonly GrowthWork[] = [
  {
    name: 'first',
    title: 'first page of trainings',
    share: 1,
    requests: ofEachKey(({ limit }) => `/trainings?limit=${limit}`),
  },
  { name: 'deep', title: 'deep page of trainings', share: 1, requests: deepPages },
  {
    name: 'id',
    title: 'a training by id',
    share: 2,
    requests: async (database) =>
      askAt(database, await placesBetween(database, [0, 1]), ({ id }) => `/trainings/${id}`),
  },
  {
    name: 'analytics',
    title: 'analytics of a team',
    share: 0.1,
    requests: ofEachKey(() => '/analytics/team'),
  },
  {
    name: 'deliveries',
    title: 'the last deliveries of an endpoint',
    share: 1,
    requests: async (database) => {
      const endpointOf = new Map(database.endpoints.map(({ tenantId, id }) => [tenantId, id]));
      const limit = database.spread === 'one' ? 50 : 1;
      return ofEachKey(
        (_, tenantId) => `/webhook-endpoints/${endpointOf.get(tenantId)}/deliveries?limit=${limit}`,
      )(database);
    },
  },
];
