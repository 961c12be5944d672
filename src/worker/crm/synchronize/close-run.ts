import { CrmFailure, type CrmFailureReason, type FailureFacts } from '../../../crm/crm-failure.ts';
import type { TeamDb } from '../../../db/team-db.ts';
import { inTeamTransaction } from '../../../db/transaction.ts';
import { removeFormerOwners } from '../../../features/crm/owners.ts';
import { reportSyncFailure } from '../../../features/crm/report-sync-failure.ts';
import { systemCall } from '../../../operation/system-call.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time/durations.ts';
import type { ClaimedConnection, SyncDeps } from './claimed-connection.ts';
import { inFencedTransaction, isWanted, type Usage } from './fenced.ts';
import { type Progress, type Run, saveProgress } from './progress.ts';

type Ctx = { deps: SyncDeps; claimed: ClaimedConnection };

/**
 * True if somebody has asked for the next synchronization meanwhile. It then stays due as they have asked.
 */
const isRequested = 'c.next_sync_at is distinct from $4::timestamptz';

/**
 * The question about a suspicious deletion stays open while only changes are read: a full pass or a person
 * must answer it.
 */
const staysOpen = `(c.failed_for = 'suspicious_deletion' and not $6)`;

/**
 * True if the run has read only up to an older time. The next one begins at once, and for the same cause: the person
 * who has asked waits for it. If that one is held up too, as by a CRM that makes each run wait, the next comes after
 * `HELD_UP_AGAIN_MS`: otherwise runs would follow each other without end, at the expense of the customer's quota.
 */
const isBehind = '$8::timestamptz is not null';
const HELD_UP_AGAIN_MS = 15 * MINUTE_MS;
const untilNext = `case when not (${isBehind}) then $5 when c.read_to is null then 0
  else least($5, ${HELD_UP_AGAIN_MS}) end`;

// A full pass is due a day after the end of the last full pass, so that changes are read in between, however
// long a full pass takes.
const closing = `update crm_connection c set leased_at = null,
    next_sync_at = case when ${isRequested} then c.next_sync_at
      else now() + (${untilNext}) * interval '1 ms' end,
    next_cause = case when ${isRequested} then c.next_cause
      when ${isBehind} and c.next_cause <> 'first' then c.next_cause else 'schedule' end,
    read_to = $8,
    failures = case when ${staysOpen} then c.failures else 0 end,
    failing_since = case when ${staysOpen} then c.failing_since end,
    failed_for = case when ${staysOpen} then c.failed_for end,
    told_at = case when ${staysOpen} then c.told_at end, synced_at = now(),
    full_at = case when $6 then now() else c.full_at end,
    deletion_confirmed = nullif(c.deletion_confirmed, $7)
  where c.tenant_id = $1 and c.id = $2 and c.lease_no = $3`;

/** Ends a successful run, in the transaction of its last page. */
export async function closeSuccessful(
  db: TeamDb,
  claimed: ClaimedConnection,
  { progress, now, wasFull }: { progress: Progress; now: Date; wasFull: boolean },
): Promise<void> {
  const { run } = progress;
  Object.assign(run, { status: 'ok', finished_at: now } satisfies Partial<Run>);
  await saveProgress(db, claimed.id, progress, now);
  if (wasFull) await removeFormerOwners(db, claimed.id);
  await db.write(closing, [
    ...[claimed.id, claimed.leaseNo, claimed.dueAt, claimed.everyMinutes * MINUTE_MS],
    ...[wasFull, claimed.deletionConfirmed, readTo(progress, { now, wasFull })],
  ]);
}

const pausing = `update crm_connection c set leased_at = null,
    next_sync_at = case when ${isRequested} then c.next_sync_at else now() + $5 * interval '1 ms' end,
    waits_until = now() + $5 * interval '1 ms'
  where c.tenant_id = $1 and c.id = $2 and c.lease_no = $3`;

/** Makes the run wait because the quota of the provider is used up. It continues later from its cursors. */
export async function letWait(
  { deps, claimed }: Ctx,
  { progress, usage, waitMs }: { progress: Progress; usage: Usage; waitMs: number },
): Promise<void> {
  await inFencedTransaction(deps, claimed, usage, async (db, { now }) => {
    progress.run.status = 'waiting';
    await saveProgress(db, claimed.id, progress, now);
    await db.write(pausing, [claimed.id, claimed.leaseNo, claimed.dueAt, Math.ceil(waitMs)]);
  });
}

const stopping = `update crm_sync_run r set status = 'stopped', finished_at = $3
  where r.tenant_id = $1 and r.connection_id = $2 and r.status in ('running', 'waiting')`;
const freeing = `update crm_connection c set leased_at = null
  where c.tenant_id = $1 and c.id = $2 and c.lease_no = $3`;

/**
 * Ends a run because a person has paused or disconnected the connection, or has entered other credentials.
 */
export async function closeStopped({ deps, claimed }: Ctx, usage: Usage): Promise<void> {
  await inFencedTransaction(deps, claimed, usage, async (db, { now }) => {
    await db.write(stopping, [claimed.id, now]);
    await db.write(freeing, [claimed.id, claimed.leaseNo]);
  });
}

const yielding = `update crm_connection c set leased_at = null,
    next_sync_at = case when $4 and c.next_sync_at is not null then now() else c.next_sync_at end
  where c.tenant_id = $1 and c.id = $2 and c.lease_no = $3`;

/** Releases the connection. With `toTheEnd`, other due connections come first. */
export async function release(
  { deps, claimed }: Ctx,
  { toTheEnd }: { toTheEnd: boolean },
): Promise<void> {
  await inTeamTransaction(deps.pool, claimed.tenantId, (db) =>
    db.write(yielding, [claimed.id, claimed.leaseNo, toTheEnd]),
  );
}

const failing = `update crm_connection c set leased_at = null,
    state = case when $5 = 'auth' then 'sign_in' else c.state end,
    next_sync_at = case when $5 = 'auth' then null
      when ${isRequested} then c.next_sync_at else now() + $6 * interval '1 ms' end,
    next_cause = case when ${isRequested} then c.next_cause else 'schedule' end,
    failures = c.failures + 1, failing_since = coalesce(c.failing_since, now()), failed_for = $5,
    full_at = case when $5 = 'suspicious_deletion' then now() else c.full_at end,
    deletion_confirmed = case when $5 = 'suspicious_deletion' then nullif(c.deletion_confirmed, $7)
      else c.deletion_confirmed end
  where c.tenant_id = $1 and c.id = $2 and c.lease_no = $3
  returning c.failures, c.next_sync_at`;

type Failed = {
  /** The progress. It is missing if the run could not even be opened. */
  progress: Progress | undefined;
  usage: Usage;
  failure: CrmFailure;
  /** The credentials that were used. */
  sealed: Buffer | null;
};

/** Ends a failed attempt in one transaction: ends the run, plans the next one, and raises one event. */
export async function closeFailed(
  { deps, claimed }: Ctx,
  { progress, usage, failure, sealed }: Failed,
): Promise<'failed' | 'stopped' | 'yielded'> {
  const { reason, facts } = failure;
  return inFencedTransaction(deps, claimed, usage, async (db, held) => {
    if (!isWanted(claimed, held)) {
      await db.write(stopping, [claimed.id, held.now]);
      await db.write(freeing, [claimed.id, claimed.leaseNo]);
      return 'stopped';
    }
    // A former worker has stored renewed credentials meanwhile. The provider has refused older ones.
    if (reason === 'auth' && sealed && held.credentials && !held.credentials.equals(sealed)) {
      await db.write(yielding, [claimed.id, claimed.leaseNo, true]);
      return 'yielded';
    }
    if (progress) {
      const ended = { status: 'failed', finished_at: held.now, failed_for: reason } as const;
      Object.assign(progress.run, ended, { failure: facts } satisfies Partial<Run>);
      await saveProgress(db, claimed.id, progress, held.now);
    }
    const [next] = await db.writeRows<{ failures: number; next_sync_at: Date | null }>(failing, [
      ...[claimed.id, claimed.leaseNo, claimed.dueAt, reason],
      ...[nextTryMs(reason, held.failures, claimed), claimed.deletionConfirmed],
    ]);
    if (!next) throw new Error('The connection has vanished while it was locked');
    await reportSyncFailure(systemCall(db, held.now), {
      connection_id: claimed.id,
      provider: claimed.provider,
      sync_run_id: progress?.run.id ?? null,
      reason,
      consecutive_failures: next.failures,
      next_attempt_at: next.next_sync_at?.toISOString() ?? null,
    });
    return 'failed';
  });
}

const unavailableMs = [5 * MINUTE_MS, 15 * MINUTE_MS];

function nextTryMs(
  reason: CrmFailureReason,
  failuresBefore: number,
  { everyMinutes }: ClaimedConnection,
): number {
  switch (reason) {
    case 'unavailable':
      return unavailableMs[failuresBefore] ?? HOUR_MS;
    case 'suspicious_deletion':
      // Changes are read as before. The next full pass is due in a day.
      return everyMinutes * MINUTE_MS;
    case 'auth':
    case 'contract':
    case 'internal':
      return HOUR_MS;
  }
}

/** Turns an unexpected error into a failure with its name and code, never with its text. */
export function failureOf(error: unknown): CrmFailure {
  if (error instanceof CrmFailure) return error;
  const code = error instanceof Error ? (codeIn(error) ?? error.name) : typeof error;
  return new CrmFailure('internal', { code } satisfies FailureFacts, { cause: error });
}

function codeIn(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A run that works without a stop may take longer. What changes meanwhile comes with the next one. */
const HELD_UP_MS = 30 * SECOND_MS;

/**
 * Up to when a run that ends has read. Null if that is its own beginning and nothing has held it up: then the next run
 * comes as planned. A full pass may work for hours, so what has changed meanwhile is read at once (P805).
 */
function readTo(
  { run, cursors }: Pick<Progress, 'run' | 'cursors'>,
  { now, wasFull }: { now: Date; wasFull: boolean },
): Date | null {
  const opened = cursors.flatMap(({ opened_at }) => opened_at?.getTime() ?? []);
  const at = Math.min(run.started_at.getTime(), ...opened);
  const heldUpMs = now.getTime() - at - (wasFull ? 0 : run.worked_ms);
  const isOlder = at < run.started_at.getTime();
  // A stream that was switched on during the run has not been read yet.
  const isLacking = opened.length < cursors.length;
  return isOlder || isLacking || heldUpMs > HELD_UP_MS ? new Date(at) : null;
}
