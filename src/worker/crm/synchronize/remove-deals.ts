import type { TeamDb } from '../../../db/team-db.ts';

const removing = `with gone as (
    delete from crm_deal d
    where d.tenant_id = $1 and d.connection_id = $2 and d.external_id = any ($3::text[])
    returning d.external_id, d.id, d.created_at
  )
  insert into crm_former_deal as f (tenant_id, connection_id, external_id, id, created_at, removed_at)
  select $1, $2, g.external_id, g.id, g.created_at, $4::timestamptz from gone g
  on conflict (tenant_id, connection_id, external_id)
    do update set id = excluded.id, created_at = excluded.created_at, removed_at = excluded.removed_at
  returning external_id`;

/** Removes deals with their objections, and keeps their ids for when they come back. Returns how many. */
export async function removeDeals(
  db: TeamDb,
  connectionId: string,
  { externalIds, now }: { externalIds: readonly string[]; now: Date },
): Promise<number> {
  if (externalIds.length === 0) return 0;
  return (await db.writeRows(removing, [connectionId, externalIds, now])).length;
}
