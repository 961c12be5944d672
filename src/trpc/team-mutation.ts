import type pg from 'pg';
import { isLocked } from '../db/database-error.ts';
import type { TeamPrisma } from '../db/prisma/team-prisma.ts';
import type { TeamDb, TeamOf } from '../db/team-db.ts';
import { type FirstStep, inTeamTransaction, type LockLimit } from '../db/transaction.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import { publicError, restoredError, statusOf, storedError } from '../operation/error-shape.ts';
import {
  fingerprintOf,
  IdempotentCall,
  isStoredRefusal,
  type StoredReply,
} from '../operation/idempotency.ts';
import { ApiError } from '../shared/errors/errors.ts';
import type { ProcedureContext } from './procedure-context.ts';

/** The use of an `Idempotency-Key`, if the request has one. */
export type KeyedUse = ConstructorParameters<typeof IdempotentCall>[1] & {
  /** Runs before a stored answer is sent again. */
  onReplay: () => void;
  /** Removes the fields that may no longer be shown from a stored answer. */
  strip: ((body: Record<string, unknown>) => void) | undefined;
};

/** The use of the key of a request, if it has one. */
export async function keyedUse(
  { deps, caller, procedure, loaded }: ProcedureContext,
  { owner, counted, strip }: Pick<KeyedUse, 'owner' | 'counted' | 'strip'>,
): Promise<KeyedUse | undefined> {
  const key = caller.idempotencyKey;
  if (key === undefined) return undefined;
  const fingerprint = fingerprintOf(procedure.path, await procedure.input());
  const onReplay = () => {
    caller.isReplay = true;
  };
  const { sealKey, stored } = deps;
  const { now } = loaded;
  return { owner, counted, key, fingerprint, now, sealKey, stored, onReplay, strip };
}

/**
 * Looks for a stored answer, which the call would then get. Locks the key until the transaction ends, and throws what
 * the call would throw: for another body, or while another call with the key is running.
 */
export async function findStoredUnderLock(db: TeamDb, keyed: KeyedUse): Promise<boolean> {
  return (await new IdempotentCall(db, keyed).begin()) !== null;
}

type Work<R> = (db: TeamDb, prisma: TeamPrisma) => Promise<R>;

type Mutation<R> = {
  keyed: KeyedUse | undefined;
  before: FirstStep;
  beforeCommit: () => void;
  limit: LockLimit;
  work: Work<R>;
};

/** An error that carries a failed result. Throwing it rolls the transaction back. */
class Undone extends Error {}

/**
 * Runs a mutation of a team in one transaction. tRPC returns a failure as a result, so this function rolls
 * the transaction back itself. With an `Idempotency-Key` the mutation runs once, and a repeated call gets the
 * stored answer.
 */
export async function mutateTeam<R extends ProcedureEnd>(
  pool: pg.Pool,
  team: TeamOf,
  { keyed, before, beforeCommit, limit, work }: Mutation<R>,
): Promise<R> {
  let result: R | undefined;
  try {
    const steps: Work<R> = async (db, prisma) => {
      if (keyed) return runOnce(db, keyed, () => work(db, prisma));
      result = await work(db, prisma);
      if (!result.ok) throw new Undone('', { cause: result.error });
      return result;
    };
    return await inTeamTransaction(pool, team, steps, { before, beforeCommit, ...limit });
  } catch (error) {
    // A change that found its rows locked is not over: it begins again.
    if (error instanceof Undone && result && !isLocked(error)) return result;
    throw error;
  }
}

async function runOnce<R extends ProcedureEnd>(
  db: TeamDb,
  keyed: KeyedUse,
  work: () => Promise<R>,
): Promise<R> {
  const call = new IdempotentCall(db, keyed);
  const stored = await call.begin();
  if (stored) return replay<R>(stored, keyed);
  // A refusal is stored too. The savepoint undoes what the operation has written before it refused. It is always made,
  // because Prisma does not tell whether it has written anything.
  const undo = await db.savepoint();
  const result = await work();
  if (result.ok) {
    await call.store(reply(200, JSON.stringify(result.data)));
    return result;
  }
  const error = publicError(result.error);
  const issues = error instanceof ApiError ? error.details.issues : undefined;
  if (!isStoredRefusal(statusOf(error), issues)) throw error;
  await undo();
  await call.store(reply(statusOf(error), JSON.stringify(storedError(error))));
  return result;
}

function reply(status: number, body: string): StoredReply {
  return { status, body, location: null, language: null };
}

/**
 * Sends a stored answer again. The title of a refusal is in the language of this request, and `request_id` is
 * the id of this request.
 */
function replay<R extends ProcedureEnd>({ status, body }: StoredReply, keyed: KeyedUse): R {
  const data = JSON.parse(body) as Record<string, unknown>;
  keyed.onReplay();
  if (status >= 400) throw restoredError(data);
  keyed.strip?.(data);
  // tRPC reads only these two fields of a successful result.
  return { ok: true, data } as R;
}
