import { newId } from '../../db/ids.ts';
import { lockInTeam } from '../../db/lock-in-team.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { lockActiveMembers } from '../members/rules/lock-member.ts';
import { decideTraining } from './decide-training.ts';
import { MAX_WAITING, type SessionReport, type TakenIn } from './intake.schema.ts';
import { planSession, type SessionPlan, unknownSession } from './plan-session.ts';
import { type LockedAssignment, lockAssignments } from './rules/lock-assignments.ts';
import { type LockedSession, lockSessions } from './rules/lock-sessions.ts';
import { type SessionDecision, writeTrainings } from './write-trainings.ts';

/** Stores what one call reports about one session. If the report is refused, the call is refused. */
export async function takeInSession(call: Call, report: SessionReport): Promise<TakenIn> {
  const [result] = await takeInSessions(call, [report]);
  if (result instanceof ApiError) throw result;
  return { training_id: result?.training_id ?? null };
}

/**
 * The id of the training, null while the session waits for its start, or the reason why the report is
 * refused.
 */
type TakenInResult = { training_id: string | null } | ApiError;

/**
 * Stores what the product reports about sessions, in one transaction with few statements, however many reports there
 * are. A refused report changes nothing and does not affect the others. The results are in the order of the reports.
 */
export async function takeInSessions(
  call: Call,
  reports: readonly SessionReport[],
): Promise<TakenInResult[]> {
  const results = new Map<SessionReport, TakenInResult>();
  for (const round of roundsOf(reports)) {
    for (const [report, result] of await takeInRound(call, round)) results.set(report, result);
  }
  return reports.map((report) => results.get(report) ?? notTakenIn());
}

function notTakenIn(): never {
  throw new Error('A session has got no result');
}

/**
 * Divides the reports into rounds. Each session comes once in a round, so that reports about the same session
 * are handled one after the other.
 */
function roundsOf(reports: readonly SessionReport[]): SessionReport[][] {
  const rounds: SessionReport[][] = [];
  const seen = new Map<string, number>();
  for (const report of reports) {
    const n = seen.get(report.session_id) ?? 0;
    seen.set(report.session_id, n + 1);
    rounds[n] = [...(rounds[n] ?? []), report];
  }
  return rounds;
}

type Prepared = { report: SessionReport; newId: string; plan: SessionPlan };

async function takeInRound(
  call: Call,
  reports: readonly SessionReport[],
): Promise<[SessionReport, TakenInResult][]> {
  const { now } = call;
  const prepared = reports.map((report): Prepared => {
    const newTrainingId = newId('trn', now);
    const stored = unknownSession(report.session_id);
    return {
      report,
      newId: newTrainingId,
      plan: planSession(stored, report, { now, newId: newTrainingId }),
    };
  });
  // A refused report gets no row.
  const sound = prepared.filter(({ plan }) => plan.refusal === null);
  const userIds = new Set(sound.flatMap(({ report }) => report.start?.user_id ?? []));
  const [members, sessions] = await Promise.all([
    lockActiveMembers(call, [...userIds]),
    lockSessions(
      call,
      sound.map(({ plan }) => plan.row),
    ),
  ]);
  const assignments = await lockAssignments(call, assignmentIdsOf(sound, sessions));
  const locked = { members, sessions, assignments };
  const decisions = await limitWaiting(
    call,
    sound.map((one) => decide(call, one, locked)),
  );
  await writeTrainings(call, decisions);
  const taken = new Map(decisions.map((one) => [one.row.session_id, one]));
  return prepared.map(({ report, plan }) => {
    const { refusal, row } = taken.get(report.session_id) ?? plan;
    return [report, refusal ?? { training_id: row.training_id }];
  });
}

function assignmentIdsOf(
  sound: readonly Prepared[],
  sessions: ReadonlyMap<string, LockedSession>,
): string[] {
  const ids = sound.flatMap(({ report }) => [
    report.start?.assignment_id ?? [],
    sessions.get(report.session_id)?.training?.assignment_id ?? [],
  ]);
  return [...new Set(ids.flat())];
}

type Locked = {
  members: ReadonlyMap<string, string>;
  sessions: ReadonlyMap<string, LockedSession>;
  assignments: ReadonlyMap<string, LockedAssignment>;
};

/** Decides what a report changes, when everything that it concerns is locked. */
function decide(call: Call, prepared: Prepared, locked: Locked): SessionDecision {
  const { report, newId } = prepared;
  const session = locked.sessions.get(report.session_id);
  if (!session) throw new Error('A session was not locked');
  const { isNew } = session;
  const plan = isNew ? prepared.plan : planSession(session, report, { now: call.now, newId });
  const { start } = report;
  const memberId = start && locked.members.get(start.user_id);
  const assignmentId = plan.starts ? start?.assignment_id : session.training?.assignment_id;
  const assignment = assignmentId != null ? locked.assignments.get(assignmentId) : undefined;
  const refusal =
    plan.refusal ?? (plan.starts ? refusalOfStart(report, memberId, assignment) : null);
  const facts = { report, session, plan, memberId, assignment };
  const training = refusal ? null : decideTraining(call, facts);
  return { row: plan.row, isNew, refusal, training };
}

function refusalOfStart(
  { start }: SessionReport,
  memberId: string | undefined,
  assignment: LockedAssignment | undefined,
): ApiError | null {
  if (memberId === undefined) return new ApiError('not_found', { because: 'no_active_member' });
  if (start?.assignment_id == null) return null;
  if (assignment?.member_id !== memberId) {
    return new ApiError('not_found', { detail: 'The member has no such assignment.' });
  }
  if (assignment.status !== 'revoked') return null;
  return new ApiError('conflict', { detail: 'The assignment has been revoked.' });
}

const RETRY_AFTER_S = 60;

/**
 * Limits how many sessions of a team may wait for their start. Decisions above the limit become refusals. The
 * lock makes calls at the same time count one after the other. It is taken after all rows are locked, so that
 * no two calls wait for each other.
 */
async function limitWaiting(
  { db }: Call,
  decisions: readonly SessionDecision[],
): Promise<readonly SessionDecision[]> {
  if (!decisions.some(isNewlyWaiting)) return decisions;
  const [, counted] = await Promise.all([
    lockInTeam(db, 'waiting sessions'),
    // The count includes the rows of this call.
    db.row<{ waiting: number }>(
      `select count(*)::integer as waiting from (select from training_intake i
         where i.tenant_id = $1 and i.waiting_since is not null limit $2 + 1) counted`,
      [MAX_WAITING],
    ),
  ]);
  if (counted && counted.waiting <= MAX_WAITING) return decisions;
  const detail = `${MAX_WAITING} sessions of the team wait for their start.`;
  const details = { limit: MAX_WAITING, retryAfter: RETRY_AFTER_S, detail };
  return decisions.map((one) =>
    isNewlyWaiting(one) ? { ...one, refusal: new ApiError('rate_limited', details) } : one,
  );
}

function isNewlyWaiting({ isNew, row, refusal }: SessionDecision): boolean {
  return isNew && row.training_id === null && refusal === null;
}
