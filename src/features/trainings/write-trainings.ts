import {
  assignmentsOf,
  existingAssignmentsOf,
  namesOf,
  rowsOf,
  valuesOf,
} from '../../db/columns.ts';
import type { Call } from '../../operation/call.ts';
import type { ApiError } from '../../shared/errors/errors.ts';
import { noteSessions } from '../analytics/note-sessions.ts';
import { type AuditRecord, recordAudits } from '../audit-log/record-audit.ts';
import { saveEvaluations } from '../evaluations/save-evaluations.ts';
import { type RaisedEvent, raiseEvents } from '../webhooks/raise-event.ts';
import type { TrainingChange } from './decide-training.ts';
import {
  endColumns,
  reportColumns,
  type SessionRow,
  sessionColumns,
  statusColumns,
  trainingColumns,
} from './training-columns.ts';

/** What a report changes about a session and its training. */
export type SessionDecision = {
  row: SessionRow;
  /** True if this call has inserted the row, with its final values. */
  isNew: boolean;
  /** Why nothing of the report is written. */
  refusal: ApiError | null;
  training: TrainingChange | null;
};

const updateSession = `update training_intake i set ${assignmentsOf(reportColumns)}
  from ${rowsOf(sessionColumns, '$2')}
  where i.tenant_id = $1 and i.session_id = r.session_id`;

const insertTraining = `insert into training (tenant_id, ${namesOf(trainingColumns)})
  select $1, ${valuesOf(trainingColumns)} from ${rowsOf(trainingColumns, '$2')}`;

const updateTraining = `update training t
  set ${assignmentsOf(statusColumns)}, ${existingAssignmentsOf(endColumns, 't')}
  from ${rowsOf({ id: 'text', ...statusColumns, ...endColumns }, '$2')}
  where t.tenant_id = $1 and t.id = r.id`;

/** Writes the changes of the reports, their audit entries and, last, their events. */
export async function writeTrainings(
  call: Call,
  decisions: readonly SessionDecision[],
): Promise<void> {
  const accepted = decisions.filter(({ refusal }) => refusal === null);
  const changes = accepted.flatMap(({ training }) => training ?? []);
  const refusedIds = decisions
    .filter(({ refusal, isNew }) => refusal !== null && isNew)
    .map(({ row }) => row.session_id);
  // The statements are sent together, in this order. If one fails, all are rolled back.
  await Promise.all([
    forget(call, refusedIds),
    updateRows(call, accepted),
    insertTrainings(call, changes),
    updateTrainings(call, changes),
    saveEvaluations(
      call,
      changes.flatMap(({ evaluation }) => evaluation ?? []),
    ),
    noteSessions(
      call,
      changes.flatMap(({ evaluation, counts }) => (evaluation ? [] : counts)),
    ),
    completeAssignments(call, changes),
    recordAudits(call, changes.map(auditOf)),
    raiseEvents(call, changes.flatMap(eventsOf)),
  ]);
}

async function forget({ db }: Call, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.write(
    'delete from training_intake i where i.tenant_id = $1 and i.session_id = any ($2)',
    [sessionIds],
  );
}

async function updateRows({ db }: Call, accepted: readonly SessionDecision[]): Promise<void> {
  const rows = accepted.filter(({ isNew }) => !isNew).map(({ row }) => row);
  if (rows.length === 0) return;
  await db.write(updateSession, [JSON.stringify(rows)]);
}

async function insertTrainings({ db }: Call, changes: readonly TrainingChange[]): Promise<void> {
  const rows = changes.flatMap(({ inserted }) => inserted ?? []);
  if (rows.length === 0) return;
  await db.write(insertTraining, [JSON.stringify(rows)]);
}

async function updateTrainings({ db }: Call, changes: readonly TrainingChange[]): Promise<void> {
  const rows = changes.flatMap(({ updated }) => updated ?? []);
  if (rows.length === 0) return;
  await db.write(updateTraining, [JSON.stringify(rows)]);
}

/**
 * Completes the assignments without an event (D121). A completed assignment keeps its training. If
 * two trainings complete it at once, the first counts.
 */
async function completeAssignments(
  { db, now }: Call,
  changes: readonly TrainingChange[],
): Promise<void> {
  const done = new Map<string, string>();
  for (const { completes, id } of changes) {
    if (completes !== null && !done.has(completes)) done.set(completes, id);
  }
  if (done.size === 0) return;
  await db.write(
    `update assignment a set status = 'done', updated_at = $4,
       completed_training_id = coalesce(a.completed_training_id, r.training_id)
     from unnest($2::text[], $3::text[]) as r(id, training_id)
     where a.tenant_id = $1 and a.id = r.id`,
    [[...done.keys()], [...done.values()], now],
  );
}

function auditOf({ action, id }: TrainingChange): AuditRecord {
  return { action, targetId: id };
}

function eventsOf({ completed, evaluated }: TrainingChange): RaisedEvent[] {
  return [
    ...(completed ? [{ type: 'training.completed', data: completed } as const] : []),
    ...(evaluated ? [{ type: 'evaluation.completed', data: evaluated } as const] : []),
  ];
}
