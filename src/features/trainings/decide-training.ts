import type { Call } from '../../operation/call.ts';
import type { ChangedSession } from '../analytics/note-sessions.ts';
import type { AuditRecord } from '../audit-log/record-audit.ts';
import type { RecordedScore } from '../evaluations/recorded-score.schema.ts';
import type { EvaluationToSave } from '../evaluations/save-evaluations.ts';
import type { EventData } from '../webhooks/events.schema.ts';
import type { SessionEnd, SessionReport } from './intake.schema.ts';
import type { SessionPlan, StoredSession } from './plan-session.ts';
import type { LockedAssignment } from './rules/lock-assignments.ts';
import type { TrainingRow, TrainingUpdate } from './training-columns.ts';

/** The changes that a report makes to a training. */
export type TrainingChange = {
  id: string;
  /** The training, if this report makes it. */
  inserted: TrainingRow | null;
  /** The changes to a training that exists. Null leaves a column as it is. */
  updated: TrainingUpdate | null;
  /** The member and the time for which the training counts. */
  counts: ChangedSession;
  evaluation: EvaluationToSave | null;
  /** The assignment that the training completes. */
  completes: string | null;
  action: AuditRecord['action'];
  completed: EventData<'training.completed'> | null;
  evaluated: EventData<'evaluation.completed'> | null;
};

/** What is known about a report when everything that it concerns is locked. */
export type Facts = {
  report: SessionReport;
  session: StoredSession;
  plan: SessionPlan;
  /** The member whom the start names, if this is an active member of the team. */
  memberId: string | undefined;
  /** The assignment of the training, if it has one and it still exists. */
  assignment: LockedAssignment | undefined;
};

type Subject = { id: string; memberId: string; userId: string; createdAt: Date; status: string };

/** Decides what the report changes. Null if it changes nothing. */
export function decideTraining({ now }: Call, facts: Facts): TrainingChange | null {
  const { plan, assignment, session } = facts;
  const { starts, end, evaluation } = plan;
  const subject = subjectOf(facts, now);
  if (!subject || !(starts || end || evaluation)) return null;
  const { id, memberId: member_id, userId: user_id } = subject;
  const wasOpen = subject.status === 'in_progress';
  const status = statusAfter(subject.status, { end, isScored: isScored(facts) });
  const ends = wasOpen && status !== 'in_progress';
  const isCompleted = ends && status !== 'aborted';
  const isChanged = status !== subject.status || end !== null;
  const assignment_id = assignment?.id ?? null;
  const named = { training_id: id, user_id };
  const row = {
    id,
    status,
    duration_s: end?.duration_s ?? null,
    finished_at: finishedAt(subject, end?.finished_at ?? (ends ? evaluation?.at : undefined)),
  };
  return {
    id,
    inserted: starts ? { ...row, ...startOf(facts, subject) } : null,
    updated: !starts && isChanged ? row : null,
    counts: { member_id, trained_at: subject.createdAt },
    evaluation: evaluation && {
      training_id: id,
      member_id,
      trained_at: subject.createdAt,
      score: session.training?.is_erased ? withoutTexts(evaluation.score) : evaluation.score,
    },
    completes: isCompleted && assignment?.status !== 'revoked' ? assignment_id : null,
    action: actionOf(facts, isCompleted),
    completed: isCompleted ? { ...named, assignment_id, status } : null,
    // The event leaves out an unknown total (D159).
    evaluated: evaluation && { ...named, score: evaluation.score.total ?? undefined },
  };
}

function subjectOf({ plan, session, report, memberId }: Facts, now: Date): Subject | null {
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

/**
 * Removes the texts of a score. The product may evaluate late, and nothing may be written about an
 * erased person any more.
 */
function withoutTexts(score: RecordedScore): RecordedScore {
  return { ...score, tips: [], goal: null, strongest: null, biggest_lever: null };
}

function isScored({ plan, session }: Facts): boolean {
  return plan.evaluation !== null || (session.training?.score ?? null) !== null;
}

/**
 * An evaluation ends its training too, so that a training is visible even if the call of its end was lost. If an end
 * follows, it only adds the times.
 */
function statusAfter(
  before: string,
  { end, isScored }: { end: SessionEnd | null; isScored: boolean },
) {
  if (end?.status === 'aborted') return 'aborted';
  if (isScored) return 'scored';
  return end ? 'completed' : before;
}

/** The end of the training. No training ends before it begins, even if the product's clock was set back. */
function finishedAt({ createdAt }: Subject, at: string | undefined): Date | null {
  if (at === undefined) return null;
  return new Date(Math.max(new Date(at).getTime(), createdAt.getTime()));
}

/** The values of the start. If the start lacks a value, the value of the assignment is taken. */
function startOf(
  { report: { start }, assignment }: Facts,
  { memberId, createdAt }: Subject,
): Omit<TrainingRow, keyof TrainingUpdate> {
  return {
    member_id: memberId,
    assignment_id: assignment?.id ?? null,
    situation_id: start?.situation_id ?? assignment?.situation_id ?? null,
    personality_id: start?.personality_id ?? assignment?.personality_id ?? null,
    industry_id: start?.industry_id ?? assignment?.industry_id ?? null,
    role_id: start?.role_id ?? null,
    external_ref: start?.external_ref ?? null,
    created_at: createdAt,
  };
}

function actionOf({ plan }: Facts, isCompleted: boolean): AuditRecord['action'] {
  if (plan.end?.status === 'aborted') return 'training.aborted';
  if (plan.starts) return isCompleted ? 'training.recorded' : 'training.started';
  return plan.end ? 'training.finished' : 'training.evaluated';
}
