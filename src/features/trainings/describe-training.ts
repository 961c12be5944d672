import type { Call } from '../../operation/call.ts';
import type { ChangedSession } from '../analytics/note-sessions.ts';
import type { AuditRecord } from '../audit-log/record-audit.ts';
import type { RecordedScore } from '../evaluations/recorded-score.schema.ts';
import type { EvaluationToSave } from '../evaluations/save-evaluations.ts';
import type { EventData } from '../webhooks/events.schema.ts';
import type { SessionEnd } from './intake.schema.ts';
import type { ToWrite } from './write-sessions.ts';

/** The columns of a training that are written. Of a training that exists, null leaves a column. */
type TrainingRow = {
  id: string;
  status: string;
  duration_s: number | null;
  finished_at: Date | null;
  [column: string]: unknown;
};

/** What a report changes about a training. */
export type TrainingChange = {
  row: TrainingRow;
  isNew: boolean;
  isChanged: boolean;
  /** For whom and when it counts. */
  counts: ChangedSession;
  evaluation: EvaluationToSave | null;
  /** The assignment that the training completes. */
  completes: string | null;
  action: AuditRecord['action'];
  completed: EventData<'training.completed'> | null;
  evaluated: EventData<'evaluation.completed'> | null;
};

type Subject = { id: string; memberId: string; userId: string; createdAt: Date; status: string };

/** Says what becomes of the training. Null if nothing does. */
export function describeTraining({ now }: Call, one: ToWrite): TrainingChange | null {
  const { plan, assignment, session } = one;
  const { starts, end, evaluation } = plan;
  const subject = subjectOf(one, now);
  if (!subject || !(starts || end || evaluation)) return null;
  const { id, memberId: member_id, userId: user_id } = subject;
  const wasOpen = subject.status === 'in_progress';
  const status = statusAfter(subject.status, { end, isScored: isScored(one) });
  const ends = wasOpen && status !== 'in_progress';
  const isCompleted = ends && status !== 'aborted';
  const assignment_id = assignment?.id ?? null;
  const named = { training_id: id, user_id };
  const times = {
    duration_s: end?.duration_s ?? null,
    finished_at: finishedAt(subject, end?.finished_at ?? (ends ? evaluation?.at : undefined)),
  };
  return {
    row: {
      id,
      status,
      ...times,
      ...(starts ? startColumns(one, { member_id, createdAt: subject.createdAt }) : {}),
    },
    isNew: starts,
    isChanged: status !== subject.status || end !== null,
    counts: { member_id, trained_at: subject.createdAt },
    evaluation: evaluation && {
      ...{ training_id: id, member_id, trained_at: subject.createdAt },
      score: session.training?.is_erased ? withoutTexts(evaluation.score) : evaluation.score,
    },
    completes: isCompleted && assignment?.status !== 'revoked' ? assignment_id : null,
    action: actionOf(one, isCompleted),
    completed: isCompleted ? { ...named, assignment_id, status } : null,
    // The event leaves out an unknown score (D159).
    evaluated: evaluation && { ...named, score: evaluation.score.total ?? undefined },
  };
}

function subjectOf({ plan, session, report, memberId }: ToWrite, now: Date): Subject | null {
  const { training } = session;
  if (training) {
    const { id, member_id: memberId, user_id: userId, created_at: createdAt, status } = training;
    return { id, memberId, userId, createdAt, status };
  }
  const id = plan.row.training_id;
  if (!plan.starts || !report.start || id === null || memberId === undefined) return null;
  const { user_id: userId, started_at } = report.start;
  const createdAt = started_at == null ? now : new Date(started_at);
  return { id, memberId, userId, createdAt, status: 'in_progress' };
}

/** The product may evaluate late. Nothing is written about an erased person any more. */
function withoutTexts(score: RecordedScore): RecordedScore {
  return { ...score, tips: [], goal: null, strongest: null, biggest_lever: null };
}

function isScored({ plan, session }: ToWrite): boolean {
  return plan.evaluation !== null || (session.training?.score ?? null) !== null;
}

/** An evaluation ends its training too: a finish that follows only adds the times. */
function statusAfter(
  before: string,
  { end, isScored }: { end: SessionEnd | null; isScored: boolean },
) {
  if (end?.status === 'aborted') return 'aborted';
  if (isScored) return 'scored';
  return end ? 'completed' : before;
}

/** No training ends before it begins, also if the product's clock was set back. */
function finishedAt({ createdAt }: Subject, at: string | undefined): Date | null {
  if (at === undefined) return null;
  return new Date(Math.max(new Date(at).getTime(), createdAt.getTime()));
}

/** What the start does not say is that of the assignment. */
function startColumns(
  { report, assignment }: ToWrite,
  { member_id, createdAt }: { member_id: string; createdAt: Date },
): Record<string, unknown> {
  const { start } = report;
  return {
    member_id,
    assignment_id: assignment?.id,
    situation_id: start?.situation_id ?? assignment?.situation_id,
    personality_id: start?.personality_id ?? assignment?.personality_id,
    industry_id: start?.industry_id ?? assignment?.industry_id,
    role_id: start?.role_id,
    external_ref: start?.external_ref,
    created_at: createdAt,
  };
}

function actionOf({ plan }: ToWrite, isCompleted: boolean): AuditRecord['action'] {
  if (plan.end?.status === 'aborted') return 'training.aborted';
  if (plan.starts) return isCompleted ? 'training.recorded' : 'training.started';
  return plan.end ? 'training.finished' : 'training.evaluated';
}
