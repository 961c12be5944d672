import type { ClaimedConnection, SyncDeps } from './claimed-connection.ts';
import { inWantedTransaction, noUsage } from './fenced.ts';
import type { Progress } from './progress.ts';

const PIECE = 2_000;

const removing = `delete from crm_objection o where o.tenant_id = $1 and o.id = any (array(
    select g.id from crm_objection g
    where g.tenant_id = $1 and g.connection_id = $2 and g.source = 'note' limit ${PIECE}))
  returning o.id`;
const removingLong = `delete from crm_long_note l where l.tenant_id = $1 and l.connection_id = $2
    and l.note_id = any (array(select g.note_id from crm_long_note g
      where g.tenant_id = $1 and g.connection_id = $2 limit ${PIECE}))
  returning l.note_id`;
const forgetting = `delete from crm_cursor k
  where k.tenant_id = $1 and k.connection_id = $2 and k.stream = 'notes'`;

/** Removes the objections from notes that are no longer read, and last the cursor of the notes. */
export async function forgetNotes(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  progress: Progress,
): Promise<void> {
  for (let isLast = !progress.forgetsNotes; !isLast; ) {
    isLast = await inWantedTransaction(deps, claimed, noUsage, async (db) => {
      for (const statement of [removing, removingLong]) {
        const removed = await db.writeRows(statement, [claimed.id]);
        if (removed.length === PIECE) return false;
      }
      await db.write(forgetting, [claimed.id]);
      return true;
    });
  }
}
