import type { Owner } from '../../crm/connector.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { storable } from '../../shared/schema/text.ts';

const storing = `insert into crm_owner as o (tenant_id, connection_id, external_id, name, email, seen_at)
  select $1, $2, r.id, r.name, r.email, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as r (id text, name text, email text)
  on conflict (tenant_id, connection_id, external_id) do update set
    name = case when o.is_erased then null else excluded.name end,
    email = case when o.is_erased then null else excluded.email end, seen_at = excluded.seen_at`;

/** Stores the owners that the CRM names. For an owner who was erased, only the id is stored. */
export async function storeOwners(
  db: TeamDb,
  connectionId: string,
  { owners, now }: { owners: readonly Owner[]; now: Date },
): Promise<void> {
  const byId = new Map(
    owners.map(({ id, name, email }) => [
      storable(id).slice(0, 300),
      {
        id: storable(id).slice(0, 300),
        name: name && storable(name),
        email: email && storable(email),
      },
    ]),
  );
  byId.delete('');
  if (byId.size === 0) return;
  await db.write(storing, [connectionId, JSON.stringify([...byId.values()]), now]);
}

const adding = `insert into crm_owner (tenant_id, connection_id, external_id, seen_at)
  select $1, $2, u.id, $4::timestamptz from unnest($3::text[]) as u (id)
  on conflict (tenant_id, connection_id, external_id) do nothing`;

/**
 * Adds owners of deals whom the CRM does not name, such as former colleagues, so that a person can assign
 * them.
 */
export async function addOwners(
  db: TeamDb,
  connectionId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  if (ids.length > 0) await db.write(adding, [connectionId, ids, now]);
}

// An owner whom a person has assigned stays assigned.
const matching = `update crm_owner o set user_id = x.user_id
  from (
    select w.external_id, m.user_id from crm_owner w
    left join lateral (select m.user_id from member m
      where m.tenant_id = $1 and m.email = lower(w.email) and m.status = 'active' limit 1) m on true
    where w.tenant_id = $1 and w.connection_id = $2 and not w.is_chosen
  ) x
  where o.tenant_id = $1 and o.connection_id = $2 and o.external_id = x.external_id
    and not o.is_erased and o.user_id is distinct from x.user_id
  returning o.external_id`;

/** Matches owners to active members by e-mail address. Returns how many changed. */
export async function matchOwners(db: TeamDb, connectionId: string): Promise<number> {
  return (await db.writeRows(matching, [connectionId])).length;
}

const reading = `select o.external_id as id, o.name, o.email from crm_owner o
  where o.tenant_id = $1 and o.connection_id = $2`;

export function readOwners(db: TeamDb, connectionId: string): Promise<Owner[]> {
  return db.rows<Owner>(reading, [connectionId]);
}

// The row of an erased owner stays: it keeps the name from coming back.
const removing = `delete from crm_owner o
  where o.tenant_id = $1 and o.connection_id = $2 and o.external_id = any (array(
    select w.external_id from crm_owner w
    where w.tenant_id = $1 and w.connection_id = $2 and not w.is_erased
      and w.seen_at < $3::timestamptz
    except
    select d.owner_id collate "C" from crm_deal d where d.tenant_id = $1 and d.connection_id = $2))`;

/** Removes owners whom the CRM no longer names and who are in charge of no deal any more. */
export async function removeFormerOwners(db: TeamDb, connectionId: string): Promise<void> {
  const existing = await db.row<{ read_at: Date | null }>(
    'select f.read_at from crm_fields f where f.tenant_id = $1 and f.connection_id = $2',
    [connectionId],
  );
  if (existing?.read_at) await db.write(removing, [connectionId, existing.read_at]);
}
