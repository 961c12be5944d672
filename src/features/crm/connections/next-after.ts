import type { TeamVisit } from '../../../operation/call.ts';
import { MINUTE_MS } from '../../../shared/time/durations.ts';
import type { Field } from './change-connection.ts';
import type { EditedFields } from './edited-fields.ts';
import { withoutWorker } from './rules/end-run.ts';
import type { Connection } from './rules/find-connection.ts';

type Change = { after: EditedFields; changed: readonly Field[] };

/**
 * After a change of one of these fields everything is read again, because it was read with other settings.
 */
const needsAll: readonly Field[] = [
  'pipelines',
  'industry_field',
  'lost_reason_field',
  'objections_field',
];
/** A worker that synchronizes the connection does not use these fields. */
const unusedByWorkers: readonly Field[] = ['name', 'every_minutes', 'daily_budget'];

/** The columns that say when and how the connection is synchronized after a change of its settings. */
export async function nextAfter(call: TeamVisit, connection: Connection, change: Change) {
  const { changed } = change;
  const isFree = await isFreed(call, connection, change);
  const state = isFree ? 'active' : connection.state;
  const isRead = changed.some((name) => needsAll.includes(name)) || changed.includes('notes');
  return {
    // A running worker has read the former settings, and would write by them.
    ...(changed.some((name) => !unusedByWorkers.includes(name)) ? withoutWorker : {}),
    ...(changed.some((name) => needsAll.includes(name)) ? { read_again: true } : {}),
    ...(isFree ? { state } : {}),
    ...(state === 'active' ? dueAfter(call, connection, { ...change, isRead }) : {}),
  };
}

function dueAfter(
  { now }: TeamVisit,
  { synced_at, read_to, waits_until, next_sync_at, failing_since }: Connection,
  { after, changed, isRead }: Change & { isRead: boolean },
) {
  const isBudget = changed.includes('daily_budget');
  const waits = !isBudget && waits_until !== null && waits_until > now;
  if (isRead) {
    const next_cause = synced_at === null ? 'first' : 'settings';
    return { next_cause, next_sync_at: waits ? waits_until : now };
  }
  // The connection may have waited because of the former budget. If the provider itself makes it wait, the
  // next request will say so.
  if (isBudget && waits_until !== null && waits_until > now) {
    return { next_sync_at: now, waits_until: null };
  }
  // After a run that was held up, the next one is due at once, whatever the interval.
  const isCalm = failing_since === null && read_to === null;
  const isPlanned = synced_at !== null && isCalm && next_sync_at !== null;
  if (!(changed.includes('every_minutes') && isPlanned) || waits) return {};
  const next = synced_at.getTime() + after.every_minutes * MINUTE_MS;
  return { next_sync_at: new Date(Math.max(now.getTime(), next)) };
}

/** True if the CRM has refused nothing but the notes, and the new settings read no notes. */
async function isFreed(
  { db, prisma }: TeamVisit,
  { id, state }: Connection,
  { after, changed }: Change,
): Promise<boolean> {
  if (state !== 'sign_in' || after.notes || !changed.includes('notes')) return false;
  const failed = await prisma.crmSyncRun.findFirst({
    where: { tenant_id: db.tenantId, connection_id: id, status: 'failed' },
    orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
    select: { stream: true },
  });
  return failed?.stream === 'notes';
}
