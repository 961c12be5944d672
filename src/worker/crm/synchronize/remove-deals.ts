import type { TeamDb } from '../../../db/team-db.ts';
import type { Run } from './progress.ts';

const removing = `with gone as (
    delete from crm_deal d
    where d.tenant_id = $1 and d.connection_id = $2 and d.external_id = any ($3::text[])
    returning d.external_id, d.id, d.created_at, d.title
  )
  insert into crm_former_deal as f (tenant_id, connection_id, external_id, id, created_at, removed_at, title)
  select $1, $2, g.external_id, g.id, g.created_at, $4::timestamptz, g.title from gone g
  on conflict (tenant_id, connection_id, external_id)
    do update set id = excluded.id, created_at = excluded.created_at, removed_at = excluded.removed_at,
      title = excluded.title
  returning external_id`;

// With a deal go the objections of its notes. If the deal comes back, a whole text must be read again.
const forgetting = `delete from crm_long_note l
  where l.tenant_id = $1 and l.connection_id = $2 and l.read_at is not null and l.note_id = any (array(
    select o.source_id from crm_objection o
    where o.tenant_id = $1 and o.source = 'note' and o.deal_id = any (array(
      select d.id from crm_deal d
      where d.tenant_id = $1 and d.connection_id = $2 and d.external_id = any ($3::text[])))))`;

/** How many removed deals a run names. */
export const MOST_NAMED = 100;

type Going = {
  externalIds: readonly string[];
  run: Pick<Run, 'removed' | 'gone_ids'>;
  now: Date;
};

/**
 * Removes deals with their objections. Their ids are kept, for deals that come back. The run counts the
 * removed deals, and names the first ones.
 */
export async function removeDeals(
  db: TeamDb,
  connectionId: string,
  { externalIds, run, now }: Going,
): Promise<void> {
  if (externalIds.length === 0) return;
  type Removed = { external_id: string };
  await db.write(forgetting, [connectionId, externalIds]);
  const rows = await db.writeRows<Removed>(removing, [connectionId, externalIds, now]);
  const removed = new Set(rows.map(({ external_id }) => external_id));
  run.removed += removed.size;
  const inOrder = externalIds.filter((id) => removed.has(id));
  run.gone_ids = [...new Set([...run.gone_ids, ...inOrder])].slice(0, MOST_NAMED);
}
