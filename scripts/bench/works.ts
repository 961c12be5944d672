import { randomUUID } from 'node:crypto';
import type { CannonRequest } from 'autocannon';
import { encodeCursor } from '../../src/db/pages/cursor.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { type Filled, type LoadedKey, rowsOf } from './database.ts';
import { encryptionKey } from './server-process.ts';

const IDS_PER_TEAM = 20;
const POSITIONS = 1_500;

export type Work = {
  name: string;
  title: string;
  /** The least share of the rival's requests per second. */
  required: number;
  writes?: true;
  requests: (filled: Filled) => Promise<CannonRequest[]>;
};

const get = (key: LoadedKey, path: string): CannonRequest => ({
  method: 'GET',
  path: BASE_PATH + path,
  headers: { authorization: `Bearer ${key.key}` },
});

const forEachKey = (path: string) => async (filled: Filled) =>
  filled.keys.map((key) => get(key, path));

export const works: readonly Work[] = [
  {
    name: 'users',
    title: 'GET /users?limit=50',
    required: 1,
    requests: forEachKey('/users?limit=50'),
  },
  {
    name: 'trainings',
    title: 'GET /trainings?limit=50',
    required: 1,
    requests: forEachKey('/trainings?limit=50'),
  },
  { name: 'me', title: 'GET /me', required: 0.9, requests: forEachKey('/me') },
  {
    name: 'assignment',
    title: 'GET /assignments/{id}',
    required: 0.9,
    requests: assignmentRequests,
  },
  {
    name: 'assign',
    title: 'POST /assignments',
    required: 0.7,
    writes: true,
    requests: async (filled) => assignRequests(filled, 40_000),
  },
];

/** Requests for each team's assignments. Both keys of a team take turns. */
async function assignmentRequests({ url, keys }: Filled): Promise<CannonRequest[]> {
  const rows = await rowsOf<{ tenant_id: string; ids: string[] }>(
    url,
    `select t.id as tenant_id, array(select a.id from assignment a
        where a.tenant_id = t.id order by md5(a.id) limit $2) as ids
      from unnest($1::text[]) t (id)`,
    [[...new Set(keys.map((key) => key.tenant_id))], IDS_PER_TEAM],
  );
  const idsOf = new Map(rows.map(({ tenant_id, ids }) => [tenant_id, ids]));
  return Array.from({ length: IDS_PER_TEAM }, (_, n) =>
    keys.map((key) => get(key, `/assignments/${idsOf.get(key.tenant_id)?.[n]}`)),
  ).flat();
}

const situations = ['sit_cold_call', 'sit_discovery', 'sit_product_demo', 'sit_price_talk'];
const personalities = ['per_analyst', 'per_sceptic', 'per_dominant', 'per_friendly'];
const industries = ['ind_machinery', 'ind_software', 'ind_logistics', 'ind_retail'];

/** Every request has a new `Idempotency-Key`. Otherwise it would be replayed. */
export function assignRequests({ keys }: Filled, count: number): CannonRequest[] {
  return Array.from({ length: count }, (_, n) => {
    const key = keys[n % keys.length] as LoadedKey;
    return {
      method: 'POST',
      path: `${BASE_PATH}/assignments`,
      headers: {
        authorization: `Bearer ${key.key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        member_id: key.member_ids[n % key.member_ids.length],
        title: `Price talk ${n}`,
        situation_id: situations[n % 4],
        personality_id: personalities[(n >> 2) % 4],
        industry_id: industries[(n >> 4) % 4],
        note: 'Hold the price for two rounds.',
        due_date: '2027-01-15',
      }),
    };
  });
}

/** Pages of trainings at many places in the last fifth of the list. */
export async function deepRequests({ url, keys }: Filled): Promise<CannonRequest[]> {
  const tenant = keys[0]?.tenant_id ?? '';
  const rows = await rowsOf<{ at: Date; id: string }>(
    url,
    `select t.created_at as at, t.id from (
        select t.*, percent_rank() over (order by t.created_at desc, t.id desc) as depth
        from training t where t.tenant_id = $1) t
      where t.depth between 0.8 and 0.99 order by random() limit $2`,
    [tenant, POSITIONS],
  );
  const cursorKey = deriveKey(Buffer.from(encryptionKey, 'base64'), 'cursor');
  return rows.map(({ at, id }, n) => {
    const place = { route: 'trainings', tenant, filters: {}, at: at.toISOString(), id };
    const key = keys[n % keys.length] as LoadedKey;
    return get(key, `/trainings?limit=50&cursor=${encodeCursor(place, cursorKey)}`);
  });
}
