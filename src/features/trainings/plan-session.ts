import { hash } from 'node:crypto';
import { ApiError } from '../../shared/errors/errors.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import type { StoredScore } from '../evaluations/save-evaluations.ts';
import type { SessionEnd, SessionReport, Waiting } from './intake.schema.ts';
import type { SessionRow } from './training-columns.ts';

/** How much the clock of the product may be ahead of the database. */
const AHEAD_MS = 5 * MINUTE_MS;

export type StoredTraining = {
  id: string;
  status: string;
  member_id: string;
  user_id: string;
  assignment_id: string | null;
  created_at: Date;
  /** True if the member is erased, or is about to be. */
  is_erased: boolean;
  score: StoredScore | null;
};

export type StoredSession = SessionRow & { training: StoredTraining | null };

/** What a report changes. If the report is refused, nothing of this is written. */
export type SessionPlan = {
  refusal: ApiError | null;
  row: SessionRow;
  /** True if this report makes the training. */
  starts: boolean;
  /** The new parts of the training: from this report, or from earlier reports that waited for this start. */
  end: SessionEnd | null;
  evaluation: Waiting['evaluation'];
};

/** A session about which nothing is stored. */
export function unknownSession(session_id: string): StoredSession {
  const hashes = { started_with: null, ended_with: null, evaluated_with: null };
  const rest = { evaluated_at: null, waiting: null, waiting_since: null, training: null };
  return { session_id, training_id: null, ...hashes, ...rest };
}

/**
 * Compares a report with what is stored about its session. A repeated report changes nothing. A later
 * evaluation replaces an earlier one. A start or an end that contradicts the stored one is refused. An end or
 * an evaluation that arrives before the start waits for it.
 */
export function planSession(
  stored: StoredSession,
  report: SessionReport,
  { now, newId }: { now: Date; newId: string },
): SessionPlan {
  const hashes = hashesOf(report);
  const starts = hashes.start !== null && stored.started_with === null;
  const end = stored.ended_with === null ? endOf(report, now) : null;
  const evaluation = isNewEvaluation(stored, report, hashes.evaluation)
    ? { score: report.evaluation.score, at: now.toISOString() }
    : null;
  const hasStart = starts || stored.training_id !== null;
  const waiting = hasStart
    ? null
    : {
        end: end ?? stored.waiting?.end ?? null,
        evaluation: evaluation ?? stored.waiting?.evaluation ?? null,
      };
  return {
    refusal: contradiction(stored, report, { hashes, end, evaluation }) ?? tooFarAhead(report, now),
    row: {
      session_id: report.session_id,
      training_id: stored.training_id ?? (starts ? newId : null),
      started_with: stored.started_with ?? hashes.start,
      ended_with: stored.ended_with ?? hashes.end,
      evaluated_with: evaluation ? hashes.evaluation : stored.evaluated_with,
      evaluated_at: evaluatedAt(stored, report, evaluation !== null),
      waiting,
      waiting_since: hasStart ? null : (stored.waiting_since ?? now.toISOString()),
    },
    starts,
    end: end ?? (starts ? (stored.waiting?.end ?? null) : null),
    evaluation: evaluation ?? (starts ? (stored.waiting?.evaluation ?? null) : null),
  };
}

type ReportHashes = Record<'start' | 'end' | 'evaluation', string | null>;

function hashesOf({ start, end, evaluation }: SessionReport): ReportHashes {
  return {
    start: start ? contentHash(start) : null,
    end: end ? contentHash(end) : null,
    evaluation: evaluation ? contentHash(evaluation.score) : null,
  };
}

function endOf({ end }: SessionReport, now: Date): SessionEnd | null {
  if (!end) return null;
  const finished_at = end.finished_at ?? now.toISOString();
  return { status: end.status, finished_at, duration_s: end.duration_s ?? null };
}

type Evaluated = SessionReport & { evaluation: NonNullable<SessionReport['evaluation']> };

/**
 * True for the first evaluation, and for another evaluation that the product made later. A correction must
 * say when it was made. Otherwise it may be the repeat of an earlier evaluation, and would undo a later one.
 */
function isNewEvaluation(
  stored: StoredSession,
  report: SessionReport,
  hash: string | null,
): report is Evaluated {
  if (hash === null || hash === stored.evaluated_with) return false;
  const madeAt = report.evaluation?.evaluated_at;
  if (stored.evaluated_with === null) return true;
  return madeAt != null && (stored.evaluated_at === null || madeAt > stored.evaluated_at);
}

function isOlder({ evaluated_at }: StoredSession, { evaluation }: SessionReport): boolean {
  const madeAt = evaluation?.evaluated_at;
  return evaluated_at !== null && madeAt != null && madeAt < evaluated_at;
}

function evaluatedAt(stored: StoredSession, report: SessionReport, isNew: boolean): string | null {
  const madeAt = report.evaluation?.evaluated_at ?? null;
  if (isNew) return madeAt;
  const { evaluated_at } = stored;
  // The product has made this evaluation again at a later time, so no evaluation from the time between may
  // replace it.
  const repeats = report.evaluation !== undefined && !isOlder(stored, report);
  return repeats && madeAt !== null ? madeAt : evaluated_at;
}

type News = { hashes: ReportHashes; end: SessionEnd | null; evaluation: Waiting['evaluation'] };

function contradiction(
  stored: StoredSession,
  report: SessionReport,
  { hashes, end, evaluation }: News,
): ApiError | null {
  const differs = (was: string | null, is: string | null) => was && is && was !== is;
  if (differs(stored.started_with, hashes.start)) {
    return conflict('The session was started with another content.');
  }
  if (differs(stored.ended_with, hashes.end)) {
    return conflict('The session has ended in another way, or at another time.');
  }
  const wasAborted =
    stored.training?.status === 'aborted' || stored.waiting?.end?.status === 'aborted';
  if (wasAborted && report.evaluation) return conflict('The session was aborted.');
  const isCorrection = differs(stored.evaluated_with, hashes.evaluation);
  if (isCorrection && !evaluation && !isOlder(stored, report)) {
    return conflict('A correction needs an evaluated_at that is later than the one before.');
  }
  if (end?.status === 'aborted' && (evaluation || stored.evaluated_with !== null)) {
    return conflict('The session has an evaluation.');
  }
  return null;
}

function tooFarAhead({ start, end, evaluation }: SessionReport, now: Date): ApiError | null {
  const latest = new Date(now.getTime() + AHEAD_MS).toISOString();
  const times = {
    started_at: start?.started_at,
    finished_at: end?.finished_at,
    evaluated_at: evaluation?.evaluated_at,
  };
  const field = Object.entries(times).find(([, time]) => time != null && time > latest)?.[0];
  if (field === undefined) return null;
  return new ApiError('validation_error', { field, detail: 'The time lies in the future.' });
}

const conflict = (detail: string) => new ApiError('conflict', { detail });

/**
 * A hash of a JSON value as hexadecimal digits. The order of an object's members does not matter. A
 * member that is null counts as absent.
 */
export function contentHash(value: unknown): string {
  return hash('sha256', canonical(value), 'hex');
}

/** A text is written with its length. This costs less than quoting, and is just as unambiguous. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `${value.length}'${value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  let members = '{';
  for (const name of Object.keys(value).sort()) {
    const member = value[name as keyof typeof value] as unknown;
    if (member != null) members += `${name.length}'${name}:${canonical(member)},`;
  }
  return `${members}}`;
}
