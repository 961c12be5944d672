import type { TeamDb } from '../../../db/team-db.ts';
import type { ClaimedConnection, SyncDeps, SyncEnd } from './claimed-connection.ts';
import { closeStopped, release } from './close-run.ts';
import { inWantedTransaction, LeaseLost, NoLongerNeeded, noUsage } from './fenced.ts';
import type { SyncLimits } from './sync-limits.ts';

/** How many rows one transaction removes. */
const PIECE = 1_000;

// The objections of a deal are removed with the deal.
const chunks = [
  `delete from crm_deal d where d.tenant_id = $1 and d.id = any (array(
     select g.id from crm_deal g where g.tenant_id = $1 and g.connection_id = $2 limit ${PIECE}))
   returning d.id`,
  ...['crm_former_deal', 'crm_owner'].map(
    (table) => `delete from ${table} f where f.tenant_id = $1 and f.connection_id = $2
     and f.external_id = any (array(select g.external_id from ${table} g
       where g.tenant_id = $1 and g.connection_id = $2 limit ${PIECE}))
     returning f.external_id`,
  ),
  `delete from crm_long_note l where l.tenant_id = $1 and l.connection_id = $2
     and l.note_id = any (array(select g.note_id from crm_long_note g
       where g.tenant_id = $1 and g.connection_id = $2 limit ${PIECE}))
   returning l.note_id`,
  `delete from crm_sync_run r where r.tenant_id = $1 and r.id = any (array(
     select g.id from crm_sync_run g where g.tenant_id = $1 and g.connection_id = $2 limit ${PIECE}))
   returning r.id`,
];
const last = [
  'delete from crm_cursor k where k.tenant_id = $1 and k.connection_id = $2',
  'delete from crm_connection c where c.tenant_id = $1 and c.id = $2',
];

/** Removes a connection and its data in pieces, the connection last. After a kill, the removal goes on. */
export async function removeConnection(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  { signal, maxMs, onProgress }: SyncLimits,
): Promise<SyncEnd> {
  const until = performance.now() + maxMs;
  try {
    while (!signal.aborted && performance.now() < until) {
      const removed = await inWantedTransaction(deps, claimed, noUsage, (db) =>
        removePiece(db, claimed.id),
      );
      if (removed === 0) return 'removed';
      onProgress?.(removed);
    }
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease_lost';
    if (!(error instanceof NoLongerNeeded)) throw error;
    // The account was connected again meanwhile.
    await closeStopped({ deps, claimed }, noUsage);
    return 'stopped';
  }
  await release({ deps, claimed }, { toTheEnd: !signal.aborted });
  return 'yielded';
}

/** Removes one piece. Returns 0 if nothing was left. */
async function removePiece(db: TeamDb, connectionId: string): Promise<number> {
  for (const piece of chunks) {
    const { length } = await db.writeRows(piece, [connectionId]);
    if (length > 0) return length;
  }
  for (const statement of last) await db.write(statement, [connectionId]);
  return 0;
}
