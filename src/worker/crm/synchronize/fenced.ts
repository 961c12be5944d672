import type { TeamDb } from '../../../db/team-db.ts';
import { inTeamTransaction } from '../../../db/transaction.ts';
import type { ClaimedConnection, SyncDeps } from './claimed-connection.ts';

/** The error if another worker holds the connection by now, or if the connection is gone. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** A person has paused or disconnected the connection, or has entered other credentials. */
export class NoLongerNeeded extends Error {
  override name = 'NoLongerNeeded';
}

/** The requests to the provider since the last transaction. */
export type Usage = { requests: number; quotaLeft: number | null };
export const noUsage: Usage = { requests: 0, quotaLeft: null };

type Held = {
  now: Date;
  state: string;
  credentials_at: Date;
  credentials: Buffer | null;
  failures: number;
};

const fence = `update crm_connection c set leased_at = now(), waits_until = null, broken_off = 0,
    requests = case when c.requests_day = current_date then c.requests + $4 else $4 end,
    requests_day = current_date, quota_left = coalesce($5, c.quota_left)
  where c.tenant_id = $1 and c.id = $2 and c.lease_no = $3
  returning now()::timestamptz(3) as now, c.state, c.credentials_at, c.failures, c.credentials`;

/**
 * A transaction of the worker that holds the connection. The transaction first renews the lease, and holds
 * the row until its end: so nobody takes the connection over while this worker writes, and nobody changes its
 * settings. The row is control data, but the lease must hold until the page is committed.
 */
export function inFencedTransaction<T>(
  { pool }: SyncDeps,
  { tenantId, id, leaseNo }: ClaimedConnection,
  usage: Usage,
  work: (db: TeamDb, held: Held) => Promise<T>,
): Promise<T> {
  return inTeamTransaction(pool, tenantId, async (db) => {
    const held = await db.write<Held>(fence, [id, leaseNo, usage.requests, usage.quotaLeft]);
    if (!held) throw new LeaseLost();
    return work(db, held);
  });
}

/** The same transaction for work that is needed only while the connection is as it was claimed. */
export function inWantedTransaction<T>(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  usage: Usage,
  work: (db: TeamDb, now: Date) => Promise<T>,
): Promise<T> {
  return inFencedTransaction(deps, claimed, usage, (db, held) => {
    if (!isWanted(claimed, held)) throw new NoLongerNeeded();
    return work(db, held.now);
  });
}

export function isWanted(claimed: ClaimedConnection, held: Held): boolean {
  return (
    held.state === claimed.state &&
    held.credentials_at.getTime() === claimed.credentialsAt.getTime()
  );
}
