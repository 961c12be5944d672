import { forbiddenAddresses } from '../../../crm/answer-codes.ts';
import { CrmFailure, QuotaWait } from '../../../crm/crm-failure.ts';
import { isUnavailable } from '../../../db/database-error.ts';
import { TeamDb } from '../../../db/team-db.ts';
import { industriesOf } from '../../../features/crm/apply-mappings.ts';
import { codeOf } from '../../../shared/errors/system-error-code.ts';
import type { ClaimedConnection, SyncDeps, SyncEnd } from './claimed-connection.ts';
import { closeFailed, closeStopped, failureOf, letWait, release } from './close-run.ts';
import { inWantedTransaction, LeaseLost, NoLongerNeeded, noUsage } from './fenced.ts';
import { openFaulty, openProgress, type Progress } from './progress.ts';
import { refreshReference } from './refresh-reference.ts';
import { requireBudget, type SyncLimits } from './sync-limits.ts';
import { SyncRun } from './sync-run.ts';
import { TokenRenewingSession } from './token-renewing-session.ts';

/**
 * Synchronizes a claimed connection of any provider. It reads a window with fixed bounds page by page. One
 * transaction stores a page, its objections and the cursor. After a crash at most one page is read again.
 */
export async function synchronize(
  deps: SyncDeps,
  claimed: ClaimedConnection,
  limits: SyncLimits,
): Promise<SyncEnd> {
  let progress: Progress | undefined;
  let session: TokenRenewingSession | undefined;
  try {
    if (claimed.fault) {
      progress = await openFaulty(deps, claimed);
      throw claimed.fault;
    }
    progress = await openProgress(deps, claimed);
    session = new TokenRenewingSession(deps, claimed, limits.signal);
    const run = await startRun(deps, { claimed, progress, session });
    const end = await run.readAll(limits);
    if (end === 'yielded') await release({ deps, claimed }, { toTheEnd: !limits.signal.aborted });
    return end;
  } catch (error) {
    return endAfter(error, { deps, claimed, limits, progress, session }).catch((other: unknown) => {
      if (other instanceof LeaseLost) return 'lease_lost';
      throw other;
    });
  }
}

type Started = { claimed: ClaimedConnection; progress: Progress; session: TokenRenewingSession };

async function startRun(deps: SyncDeps, { claimed, progress, session }: Started): Promise<SyncRun> {
  const db = new TeamDb(deps.pool, claimed.tenantId);
  await forgetNotes(deps, claimed, progress);
  requireBudget(claimed, session.requests);
  const reference = await refreshReference(deps, claimed, session);
  const industries = await industriesOf(db, claimed.settings);
  return new SyncRun({ deps, claimed, progress, session, reference, industries });
}

const ADDRESS_REFUSED =
  'the address of a CRM is not allowed: connect it again if its address in the settings has changed';

type Ended = {
  deps: SyncDeps;
  claimed: ClaimedConnection;
  limits: SyncLimits;
  progress: Progress | undefined;
  session: TokenRenewingSession | undefined;
};

async function endAfter(
  error: unknown,
  { deps, claimed, limits, progress, session }: Ended,
): Promise<SyncEnd> {
  const context = { deps, claimed };
  const usage = session?.usage() ?? noUsage;
  if (error instanceof LeaseLost) return 'lease_lost';
  if (error instanceof NoLongerNeeded) {
    await closeStopped(context, usage);
    return 'stopped';
  }
  // The worker stops, and has ended its request. Another worker repeats the request.
  if (limits.signal.aborted && !(error instanceof QuotaWait)) {
    await release(context, { toTheEnd: false });
    return 'yielded';
  }
  if (isPassing(error, claimed)) throw error;
  if (progress && session) progress.run.requests += usage.requests;
  if (progress && error instanceof QuotaWait) {
    await letWait(context, { progress, usage, waitMs: error.waitMs });
    return 'waiting';
  }
  const failure = failureOf(error);
  if (failure.reason === 'internal') {
    deps.log.warn(
      { err: error, connection_id: claimed.id },
      'a synchronization failed because of a bug',
    );
  }
  if (forbiddenAddresses.includes(failure.facts.code ?? '')) {
    const { code } = failure.facts;
    const { id, provider } = claimed;
    deps.log.warn({ connection_id: id, provider, code }, ADDRESS_REFUSED);
  }
  const sealed = session?.sealed ?? null;
  return closeFailed(context, { progress, usage, failure, sealed });
}

/** The database may be away or refuse this often in a row. After that it counts as a failure. */
const MOST_BROKEN_OFF = 10;
/** The code of a statement that takes too long. It would take as long the next time. */
const STATEMENT_TIMEOUT = '57014';

/** True if nothing was lost, and another try that comes soon may succeed. */
function isPassing(error: unknown, { brokenOff }: ClaimedConnection): boolean {
  if (error instanceof CrmFailure || error instanceof QuotaWait) return false;
  if (!isUnavailable(error) || codeOf(error) === STATEMENT_TIMEOUT) return false;
  return brokenOff < MOST_BROKEN_OFF;
}

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
async function forgetNotes(
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
