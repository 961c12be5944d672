import type pg from 'pg';
import { Privacy } from '../auth/privacy.ts';
import type { TeamDb } from '../db/team-db.ts';
import { inPeopleTransaction, inTeamTransaction, type PeopleHandles } from '../db/transaction.ts';
import type { Call, PrismaCall } from './call.ts';

/** The product itself, or the operator at the command line. */
type By = 'system' | 'operator';

/** A call by the operator or by the product itself. No privacy switch hides anything from it. */
export function systemCall(db: TeamDb, now: Date, by: By = 'system'): Call {
  const actor = { kind: by, tenantId: db.tenantId, privacy: Privacy.hidesNothing };
  return { db, actor, now, requestId: null };
}

type Work<T> = (call: PrismaCall) => Promise<T>;

/** Runs one operation in its own transaction. This operation may create the team. */
export function asSystem<T>(pool: pg.Pool, tenantId: string, now: Date, work: Work<T>): Promise<T> {
  return runAs('system', { pool, tenantId, now }, work);
}

/** Does the same for the operator at the command line. */
export function asOperator<T>(
  pool: pg.Pool,
  tenantId: string,
  now: Date,
  work: Work<T>,
): Promise<T> {
  return runAs('operator', { pool, tenantId, now }, work);
}

type Where = { pool: pg.Pool; tenantId: string; now: Date; standsAt?: Date | null };

function runAs<T>(by: By, { pool, tenantId, now }: Where, work: Work<T>): Promise<T> {
  return inTeamTransaction(pool, tenantId, (db, prisma) =>
    work({ ...systemCall(db, now, by), prisma }),
  );
}

/**
 * The most work of one transaction: rows, stored replies (each is decrypted and encrypted again), people, and
 * forms of names (each is an expression that searches every text).
 */
export type StepSizes = { rows: number; replies: number; people: number; forms: number };
const usualSizes: StepSizes = { rows: 2_000, replies: 500, people: 100, forms: 50 };

/**
 * Long work of the product on a team, in many transactions. A committed step stays done. After a kill the
 * work starts again from the beginning.
 */
export type Steps = {
  tenantId: string;
  /** When the work began. */
  now: Date;
  /** The time, if the clock stands still. Null: it goes on while the work runs. */
  standsAt: Date | null;
  sizes: StepSizes;
  inTeam<T>(work: (call: PrismaCall) => Promise<T>): Promise<T>;
  /** The steps of the same work on another team. */
  ofTeam(tenantId: string): Steps;
  /** Runs steps that also change accounts. */
  withPeople<T>(work: (handles: PeopleHandles) => Promise<T>): Promise<T>;
};

export function systemSteps(
  pool: pg.Pool,
  tenantId: string,
  now: Date,
  { sizes = usualSizes, standsAt = now }: { sizes?: StepSizes; standsAt?: Date | null } = {},
): Steps {
  return stepsOf('system', { pool, tenantId, now, standsAt }, sizes);
}

/** The steps of a command of the operator. */
export function operatorSteps(pool: pg.Pool, tenantId: string, now: Date): Steps {
  return stepsOf('operator', { pool, tenantId, now }, usualSizes);
}

function stepsOf(by: By, where: Where, sizes: StepSizes): Steps {
  const { pool, tenantId, now, standsAt = now } = where;
  return {
    tenantId,
    now,
    standsAt,
    sizes,
    inTeam: (work) => runAs(by, where, work),
    ofTeam: (other) => stepsOf(by, { ...where, tenantId: other }, sizes),
    withPeople: (work) => inPeopleTransaction(pool, { work }),
  };
}
