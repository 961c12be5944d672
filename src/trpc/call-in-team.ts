import type { UserActor } from '../auth/actor.ts';
import { authorise } from '../auth/permissions.ts';
import type { Known, Session } from '../auth/session.ts';
import { readInTeam } from '../db/transaction.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import type { TeamVisit } from '../operation/call.ts';
import { checkUrlAhead } from '../operation/check-url-ahead.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { AppError } from '../shared/app-errors.ts';
import { type BegunProcedure, readAgain, requireRightTo } from './begun-procedure.ts';
import { keyedUse, mutateTeam } from './team-mutation.ts';

/** Runs a procedure on the person's team. A mutation is a transaction. */
export async function callInTeam<R extends ProcedureEnd>(
  begun: BegunProcedure,
  work: (call: TeamVisit) => Promise<R>,
): Promise<R> {
  const { deps, caller, asked, known } = begun;
  let current = requireTeam(begun, known);
  caller.input.requireReadable();
  const { slots, pool, cursorKey, secretKey, webhookPauseAfterMs } = deps;
  const { requestId, ip, language } = caller;
  const url = asked.target && fieldOf(await asked.input(), asked.target);
  const urlChecker =
    typeof url === 'string' ? await checkUrlAhead(deps.urlChecker, url) : deps.urlChecker;
  const about = {
    now: known.now,
    requestId,
    ip,
    language,
    cursorKey,
    secretKey,
    urlChecker,
    webhookPauseAfterMs,
  };
  const { tenantId, personId, privacy } = current.actor;
  if (asked.type === 'query') {
    return slots.run(tenantId, () => {
      // While this call waited for its turn, other answers may have filled the memory.
      caller.answer.requireRoom();
      return readInTeam(pool, tenantId, (db, prisma) => work({ ...about, ...current, db, prisma }));
    });
  }
  // Somebody may have turned the switch off since the answer was stored (D96).
  const strip = (data: Record<string, unknown>) =>
    asked.personal && privacy.strip(asked.personal, data);
  const counted = [{ kind: 'person', name: `${tenantId} ${personId}` }] as const;
  const keyed = await keyedUse(begun, { owner: personId, counted, strip });
  return slots.run(tenantId, () =>
    mutateTeam(pool, tenantId, {
      keyed,
      before: async (client) => {
        current = requireTeam(begun, await readAgain(begun, client));
        if (current.actor.tenantId !== tenantId) throw new AppError('no_team');
      },
      work: async (db, prisma) => {
        const result = await work({ ...about, ...current, db, prisma });
        requireInTime(caller);
        return result;
      },
    }),
  );
}

function fieldOf(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
    ? input[name as keyof typeof input]
    : undefined;
}

function requireTeam(begun: BegunProcedure, known: Known): { session: Session; actor: UserActor } {
  requireRightTo(begun, known);
  const { path, needsMemberDetail } = begun.asked;
  const { session } = known;
  if (!session?.actor) throw new Error(`${path} begins without a right of the team`);
  authorise(session.actor, { scope: null, needsMemberDetail });
  return { session, actor: session.actor };
}
