import type { Call } from '../../operation/call.ts';
import { noteSessions } from '../analytics/note-sessions.ts';
import { type AuditRecord, recordAudits } from '../audit-log/record-audit.ts';
import { saveEvaluations } from '../evaluations/save-evaluations.ts';
import { type RaisedEvent, raiseEvents } from '../webhooks/raise-event.ts';
import { describeTraining, type TrainingChange } from './describe-training.ts';
import type { SessionReport } from './intake.schema.ts';
import type { SessionPlan } from './plan-session.ts';
import type { LockedAssignment } from './rules/lock-assignments.ts';
import { type LockedSession, sessionColumns } from './rules/lock-sessions.ts';

/** A report that was compared with what is stored. */
export type ToWrite = {
  report: SessionReport;
  session: LockedSession;
  plan: SessionPlan;
  /** Of the start, if the team has such an active member. */
  memberId: string | undefined;
  /** The assignment of the training, if it has one and it still exists. */
  assignment: LockedAssignment | undefined;
};

/** Writes what the reports change, with its audit entries and, last, its events. */
export async function writeSessions(call: Call, decided: readonly ToWrite[]): Promise<void> {
  const accepted = decided.filter(({ plan }) => plan.refusal === null);
  const changes = accepted.flatMap((one) => describeTraining(call, one) ?? []);
  const refusedIds = decided
    .filter(({ plan, session }) => plan.refusal !== null && session.isNew)
    .map(({ report }) => report.session_id);
  // Sent together, in this order. One that fails undoes all.
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

/** A new row has been inserted as it is to be. */
async function updateRows({ db }: Call, accepted: readonly ToWrite[]): Promise<void> {
  const rows = accepted.filter(({ session }) => !session.isNew).map(({ plan }) => plan.row);
  if (rows.length === 0) return;
  await db.write(
    `update training_intake i set training_id = r.training_id,
       started_with = decode(r.started_with, 'hex'), ended_with = decode(r.ended_with, 'hex'),
       evaluated_with = decode(r.evaluated_with, 'hex'), evaluated_at = r.evaluated_at,
       waiting = r.waiting, waiting_since = r.waiting_since
     from json_to_recordset($2::json) as r(${sessionColumns})
     where i.tenant_id = $1 and i.session_id = r.session_id`,
    [JSON.stringify(rows)],
  );
}

async function insertTrainings({ db }: Call, changes: readonly TrainingChange[]): Promise<void> {
  const rows = changes.filter(({ isNew }) => isNew).map(({ row }) => row);
  if (rows.length === 0) return;
  await db.write(
    `insert into training (tenant_id, id, member_id, status, assignment_id, situation_id,
       personality_id, industry_id, role_id, external_ref, duration_s, created_at, finished_at)
     select $1, t.id, t.member_id, t.status, t.assignment_id, t.situation_id, t.personality_id,
       t.industry_id, t.role_id, t.external_ref, t.duration_s, t.created_at, t.finished_at
     from json_to_recordset($2::json) as t(id text, member_id text, status text, assignment_id text,
       situation_id text, personality_id text, industry_id text, role_id text, external_ref json,
       duration_s integer, created_at timestamptz, finished_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}

/** Only an end changes the times: an evaluation alone leaves those that are known. */
async function updateTrainings({ db }: Call, changes: readonly TrainingChange[]): Promise<void> {
  const rows = changes.filter(({ isNew, isChanged }) => !isNew && isChanged).map(({ row }) => row);
  if (rows.length === 0) return;
  await db.write(
    `update training t set status = r.status,
       duration_s = coalesce(r.duration_s, t.duration_s),
       finished_at = coalesce(r.finished_at, t.finished_at)
     from json_to_recordset($2::json) as r(id text, status text, duration_s integer,
       finished_at timestamptz)
     where t.tenant_id = $1 and t.id = r.id`,
    [JSON.stringify(rows)],
  );
}

/**
 * Completes the assignments without an event (D121). One that is done keeps its training, and of two
 * trainings the first counts.
 */
async function completeAssignments(
  { db, now }: Call,
  changes: readonly TrainingChange[],
): Promise<void> {
  const done = new Map<string, string>();
  for (const { completes, row } of changes) {
    if (completes !== null && !done.has(completes)) done.set(completes, row.id);
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

function auditOf({ action, row }: TrainingChange): AuditRecord {
  return { action, targetId: row.id };
}

function eventsOf({ completed, evaluated }: TrainingChange): RaisedEvent[] {
  return [
    ...(completed ? [{ type: 'training.completed', data: completed } as const] : []),
    ...(evaluated ? [{ type: 'evaluation.completed', data: evaluated } as const] : []),
  ];
}
