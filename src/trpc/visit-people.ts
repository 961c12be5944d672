import { SignInThrottle } from '../auth/sign-in-throttle.ts';
import { inPeopleTransaction, peopleWithSlots } from '../db/transaction.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import type { Visit } from '../operation/call.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { SERVICE, STRANGERS, shareOfPerson } from '../shared/load/share-holder.ts';
import { type ProcedureContext, readAgain, requireRightTo } from './procedure-context.ts';

/** Runs a procedure that is about no team. */
export async function visitPeople<R extends ProcedureEnd>(
  context: ProcedureContext,
  work: (visit: Visit) => Promise<R>,
): Promise<R> {
  const { deps, caller, loaded } = context;
  requireRightTo(context, loaded);
  caller.input.requireReadable();
  // A stored answer would contain cookies or passwords.
  if (caller.idempotencyKey !== undefined) {
    throw new ApiError('bad_request', {
      detail: 'Only changes of a team take an Idempotency-Key.',
    });
  }
  const { now, session } = loaded;
  const { requestId, language, ip, userAgent, cookies: browser } = caller;
  const { pool, slots, passwords, relyingParty, publicUrl } = deps;
  const stranger = caller.isService ? SERVICE : STRANGERS;
  const holder = session ? shareOfPerson(session.personId) : stranger;
  // Each statement waits for its own turn, because a visit spends most of its time on the comparison of
  // passwords.
  const prisma = peopleWithSlots(pool, (query) => slots.run(holder, query));
  const throttle = new SignInThrottle(slots.withSlots(holder, pool));
  const transaction: Visit['transaction'] = (steps) =>
    slots.change(holder, (limit) =>
      inPeopleTransaction(pool, {
        ...limit,
        before: async (client) => {
          if (session) requireRightTo(context, await readAgain(context, client));
        },
        beforeCommit: () => requireInTime(caller),
        work: steps,
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
