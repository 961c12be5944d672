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

/** Keys with all scopes, made by the owner. The keys themselves are only in the answer. */
export async function insertKeys(db: Queryable, run: LoadRun): Promise<LoadedKey[]> {
  const keys = run.tenantIds.flatMap((tenant_id) =>
    Array.from({ length: run.keys }, () => ({
      tenant_id,
      key_id: newId('key', run.now),
      ...newKey(),
    })),
  );
  for (let from = 0; from < keys.length; from += CHUNK) {
    const chunk = keys.slice(from, from + CHUNK);
    await db.query(
      `insert into api_key (tenant_id, id, lineage_id, prefix, hash, name, scopes, created_by, created_at)
       select k.tenant_id, k.id, k.lineage_id, k.prefix, k.hash, 'Load', $6, m.id, $7
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[])
         as k (tenant_id, id, lineage_id, prefix, hash)
       join member m on m.tenant_id = k.tenant_id and m.role = 'owner'`,
      [
        chunk.map(({ tenant_id }) => tenant_id),
        chunk.map(({ key_id }) => key_id),
        chunk.map(() => newId('lin', run.now)),
        chunk.map(({ prefix }) => prefix),
        chunk.map(({ key }) => hashKey(key)),
        scopes,
        run.now,
      ],
    );
  }
  return keys.map(({ tenant_id, key_id, key }) => ({ tenant_id, key_id, key }));
}

type TeamIds = { tenant_id: string; member_ids: string[]; assignment_ids: string[] };

/** One line of JSON for each key, with ids of its team to ask for. */
export async function writeKeys(
  file: FileHandle,
  db: Queryable,
  keys: readonly LoadedKey[],
  tenantIds: readonly string[],
): Promise<void> {
  const { rows } = await db.query<TeamIds>(
    `select t.id as tenant_id,
       array(select m.id from member m where m.tenant_id = t.id
         order by m.created_at, m.id limit $2) as member_ids,
       array(select a.id from assignment a where a.tenant_id = t.id
         order by a.created_at desc, a.id desc limit $3) as assignment_ids
     from unnest($1::text[]) as t (id)`,
    [tenantIds, MEMBERS_SHOWN, ASSIGNMENTS_SHOWN],
  );
  const ids = new Map(rows.map((row) => [row.tenant_id, row]));
  for (let from = 0; from < keys.length; from += CHUNK) {
    const chunk = keys.slice(from, from + CHUNK);
    const lines = chunk.map((key) => `${JSON.stringify({ ...key, ...ids.get(key.tenant_id) })}\n`);
    await file.appendFile(lines.join(''));
  }
}
