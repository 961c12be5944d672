import type { FileHandle } from 'node:fs/promises';
import { hashKey, newKey } from '../../auth/key-format.ts';
import { scopes } from '../../auth/scopes.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable } from '../../db/team-db.ts';
import type { LoadRun } from './size.ts';

const CHUNK = 5_000;
const MEMBERS_SHOWN = 20;
const ASSIGNMENTS_SHOWN = 2;

export type LoadedKey = { tenant_id: string; key_id: string; key: string };

/** Inserts keys with all scopes, created by the owner. Only the result has the keys in clear text. */
export async function insertKeys(db: Queryable, run: LoadRun): Promise<LoadedKey[]> {
  const keys = run.tenantIds.flatMap((tenant_id) =>
    Array.from({ length: run.keys }, () => ({
      tenant_id,
      key_id: newId('key', run.now),
      ...newKey(),
    })),
  );
  const owners = await ownersOf(db, run.tenantIds);
  for (let from = 0; from < keys.length; from += CHUNK) {
    const chunk = keys.slice(from, from + CHUNK);
    await db.query(
      `insert into api_key (tenant_id, id, lineage_id, prefix, hash, name, scopes, created_by, created_at)
       select k.tenant_id, k.id, k.lineage_id, k.prefix, k.hash, 'Load', $7, k.created_by, $8
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::text[])
         as k (tenant_id, id, lineage_id, prefix, hash, created_by)`,
      [
        chunk.map(({ tenant_id }) => tenant_id),
        chunk.map(({ key_id }) => key_id),
        chunk.map(() => newId('lin', run.now)),
        chunk.map(({ prefix }) => prefix),
        chunk.map(({ key }) => hashKey(key)),
        chunk.map(({ tenant_id }) => owners.get(tenant_id)),
        scopes,
        run.now,
      ],
    );
  }
  return keys.map(({ tenant_id, key_id, key }) => ({ tenant_id, key_id, key }));
}

/** Reads only team data, because control data may be on other servers. */
async function ownersOf(db: Queryable, tenantIds: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ tenant_id: string; id: string }>(
    `select m.tenant_id, m.id from member m where m.tenant_id = any ($1) and m.role = 'owner'`,
    [tenantIds],
  );
  return new Map(rows.map(({ tenant_id, id }) => [tenant_id, id]));
}

type TeamIds = { member_ids: string[]; assignment_ids: string[] };

/** Reads the ids of one team. Several teams may be on different servers (P763). */
const idsOfTeam = {
  name: 'ids of team',
  text: `select
    array(select m.id from member m where m.tenant_id = $1
      order by m.created_at, m.id limit ${MEMBERS_SHOWN}) as member_ids,
    array(select a.id from assignment a where a.tenant_id = $1
      order by a.created_at desc, a.id desc limit ${ASSIGNMENTS_SHOWN}) as assignment_ids`,
};

/** Writes a line of JSON for each key, with ids of its team for requests. */
export async function writeKeys(
  file: FileHandle,
  db: Queryable,
  keys: readonly LoadedKey[],
  tenantIds: readonly string[],
): Promise<void> {
  const ids = new Map<string, TeamIds>();
  for (const tenantId of tenantIds) {
    const { rows } = await db.query<TeamIds>({ ...idsOfTeam, values: [tenantId] });
    if (rows[0]) ids.set(tenantId, rows[0]);
  }
  for (let from = 0; from < keys.length; from += CHUNK) {
    const chunk = keys.slice(from, from + CHUNK);
    const lines = chunk.map((key) => `${JSON.stringify({ ...key, ...ids.get(key.tenant_id) })}\n`);
    await file.appendFile(lines.join(''));
  }
}
