import { randomInt } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import type { MemberCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { SECOND_MS } from '../../shared/time/durations.ts';
import type { RecordedScore } from '../evaluations/recorded-score.schema.ts';
import type { SessionReport } from '../trainings/intake.schema.ts';
import { takeInSessions } from '../trainings/take-in-sessions.ts';
import type { Made, Trigger } from './try-out.schema.ts';

type Subject = { user_id: string; assignment_id: string | null };
type Chosen = Pick<Trigger, 'member_id' | 'assignment_id'>;

/**
 * Records a conversation that has just ended, through the intake of the product's backend: its start, its end
 * and, with a score, its evaluation.
 */
export async function holdConversation(
  call: MemberCall,
  chosen: Chosen,
  score?: RecordedScore,
): Promise<Made> {
  const { now } = call;
  const { user_id, assignment_id } = await findSubject(call, chosen);
  const duration_s = randomInt(240, 1500);
  const started_at = new Date(now.getTime() - duration_s * SECOND_MS).toISOString();
  const session_id = newId('trn', now);
  // The combination of an assignment is taken from the assignment.
  const about = assignment_id === null ? await findCombination(call) : {};
  const start = { user_id, assignment_id, started_at, ...about };
  const end = { status: 'completed', finished_at: now.toISOString(), duration_s } as const;
  const reports: SessionReport[] = [
    { session_id, start },
    { session_id, end },
    ...(score ? [{ session_id, evaluation: { score } }] : []),
  ];
  return takeIn(call, reports);
}

export async function takeIn(call: MemberCall, reports: SessionReport[]): Promise<Made> {
  const results = await takeInSessions(call, reports);
  for (const result of results) if (result instanceof ApiError) throw result;
  const last = results.at(-1);
  if (!last || last instanceof ApiError || last.training_id === null) {
    throw new Error('The conversation was not taken in');
  }
  return { kind: 'training', id: last.training_id };
}

async function findSubject(call: MemberCall, chosen: Chosen): Promise<Subject> {
  const assignment = await findAssignment(call, chosen);
  const member_id = assignment?.member_id ?? chosen.member_id;
  const userId = await findUser(call, member_id);
  if (userId === null) throw new ApiError('not_found', { because: 'no_active_member' });
  return { user_id: userId, assignment_id: assignment?.id ?? null };
}

/** The chosen assignment. If a member was chosen too, the assignment must be one of this member. */
async function findAssignment({ db, prisma }: MemberCall, { member_id, assignment_id }: Chosen) {
  if (assignment_id === undefined) return null;
  const found = await prisma.assignment.findFirst({
    where: { tenant_id: db.tenantId, id: assignment_id, ...(member_id ? { member_id } : {}) },
    select: { id: true, member_id: true },
  });
  if (!found) throw new ApiError('not_found');
  return found;
}

async function findUser(
  { db, prisma }: MemberCall,
  id: string | undefined,
): Promise<string | null> {
  const members = await prisma.member.findMany({
    where: { tenant_id: db.tenantId, status: 'active', ...(id ? { id } : {}) },
    orderBy: { id: 'asc' },
    take: MOST_READ,
    select: { user_id: true },
  });
  return anyOf(members)?.user_id ?? null;
}

/** A combination that somebody in the sandbox has trained. Null if nobody has trained. */
async function findCombination({ db, prisma }: MemberCall) {
  const trainings = await prisma.training.findMany({
    where: { tenant_id: db.tenantId, situation_id: { not: null } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: MOST_READ,
    select: { situation_id: true, personality_id: true, industry_id: true, role_id: true },
  });
  return anyOf(trainings) ?? {};
}

const MOST_READ = 50;

function anyOf<T>(values: readonly T[]): T | undefined {
  return values.length === 0 ? undefined : values[randomInt(values.length)];
}
