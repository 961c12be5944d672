import { SignInThrottle } from '../auth/sign-in-throttle.ts';
import { inPeopleTransaction, peopleInTurns } from '../db/transaction.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import type { Visit } from '../operation/call.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { ApiError } from '../shared/errors.ts';
import { SERVICE, STRANGERS, shareOfPerson } from '../shared/share-holder.ts';
import { type BegunProcedure, readAgain, requireRightTo } from './begun-procedure.ts';

/** Runs a procedure that is about no team. */
export async function visitPeople<R extends ProcedureEnd>(
  begun: BegunProcedure,
  work: (visit: Visit) => Promise<R>,
): Promise<R> {
  const { deps, caller, known } = begun;
  requireRightTo(begun, known);
  caller.input.requireReadable();
  if (caller.idempotencyKey !== undefined) {
    throw new ApiError('bad_request', {
      detail: 'Only changes of a team take an Idempotency-Key.',
    });
  }
  const { now, session } = known;
  const { requestId, language, ip, userAgent, cookies: browser } = caller;
  const { pool, slots, passwords, relyingParty, publicUrl } = deps;
  const stranger = caller.isService ? SERVICE : STRANGERS;
  const turn = session ? shareOfPerson(session.personId) : stranger;
  // Each statement waits for its own turn, because a visit spends most of its time on the comparison of
  // passwords.
  const prisma = peopleInTurns(pool, (query) => slots.run(turn, query));
  const throttle = new SignInThrottle(slots.inTurns(turn, pool));
  const transaction: Visit['transaction'] = (steps) =>
    slots.change(turn, (limit) =>
      inPeopleTransaction(pool, {
        ...limit,
        before: async (client) => {
          if (session) requireRightTo(begun, await readAgain(begun, client));
        },
        work: async (...handles) => {
          const result = await steps(...handles);
          requireInTime(caller);
          return result;
        },
      }),
    );
  const details = {
    requestId,
    language,
    ip,
    userAgent,
    browser,
    now,
    session,
    passwords,
    publicUrl,
    relyingParty,
  };
  return work({ ...details, prisma, transaction, throttle });
}
