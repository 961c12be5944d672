import type { TeamVisit } from '../../../operation/call.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import type { Field } from './change-connection.ts';
import type { EditedFields } from './edited-fields.ts';
import { withoutWorker } from './rules/end-run.ts';
import type { Connection } from './rules/find-connection.ts';

type Change = { after: EditedFields; changed: readonly Field[] };

/** What was read with other settings is read again. */
const needsAll: readonly Field[] = [
  'pipelines',
  'industry_field',
  'lost_reason_field',
  'objections_field',
];
/** Nothing that a worker knows of the connection while it runs. */
const ofNoRun: readonly Field[] = ['name', 'every_minutes', 'daily_budget'];

/** When and how the connection is synchronized after a change of its settings. */
export async function nextAfter(call: TeamVisit, connection: Connection, change: Change) {
  const { changed } = change;
  const isFree = await isFreed(call, connection, change);
  const state = isFree ? 'active' : connection.state;
  const isRead = changed.some((name) => needsAll.includes(name)) || changed.includes('notes');
  return {
    // A worker that runs with the former settings would write what these no longer say.
    ...(changed.some((name) => !ofNoRun.includes(name)) ? withoutWorker : {}),
    ...(changed.some((name) => needsAll.includes(name)) ? { read_again: true } : {}),
    ...(isFree ? { state } : {}),
    ...(state === 'active' ? dueAfter(call, connection, { ...change, isRead }) : {}),
  };
}

function dueAfter(
  { now }: TeamVisit,
  { synced_at, waits_until, next_sync_at, failing_since }: Connection,
  { after, changed, isRead }: Change & { isRead: boolean },
) {
  const isBudget = changed.includes('daily_budget');
  const waits = !isBudget && waits_until !== null && waits_until > now;
  if (isRead) {
    const next_cause = synced_at === null ? 'first' : 'settings';
    return { next_cause, next_sync_at: waits ? waits_until : now };
  }
  // The wait may have been for the former budget. If the provider itself asks for it, the next request says so.
  if (isBudget && waits_until !== null && waits_until > now) {
    return { next_sync_at: now, waits_until: null };
  }
  const isPlanned = synced_at !== null && failing_since === null && next_sync_at !== null;
  if (!(changed.includes('every_minutes') && isPlanned) || waits) return {};
  const next = synced_at.getTime() + after.every_minutes * MINUTE_MS;
  return { next_sync_at: new Date(Math.max(now.getTime(), next)) };
}

/** The CRM has refused the notes alone, and nobody wants them any more. */
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
