import type { ClaimedConnection, SyncDeps } from './claimed-connection.ts';
import { inWantedTransaction, nothingAsked } from './fenced.ts';
import type { Progress } from './progress.ts';

const PIECE = 2_000;

const removing = `delete from crm_objection o where o.tenant_id = $1 and o.id = any (array(
    select g.id from crm_objection g
    where g.tenant_id = $1 and g.connection_id = $2 and g.source = 'note' limit ${PIECE}))
  returning o.id`;
const forgetting = `delete from crm_cursor k
  where k.tenant_id = $1 and k.connection_id = $2 and k.stream = 'notes'`;

/** Removes the objections from notes that are no longer read, and last the cursor of the notes. */
export async function forgetNotes(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  progress: Progress,
): Promise<void> {
  for (let isLast = !progress.forgetsNotes; !isLast; ) {
    isLast = await inWantedTransaction(deps, claimed, nothingAsked, async (db) => {
      const removed = await db.writeRows(removing, [claimed.id]);
      if (removed.length < PIECE) await db.write(forgetting, [claimed.id]);
      return removed.length < PIECE;
    });
  }
}
