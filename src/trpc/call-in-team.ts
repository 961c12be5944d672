import type { UserActor } from '../auth/actor.ts';
import { authorise } from '../auth/permissions.ts';
import type { LoadedSession, Session } from '../auth/session.ts';
import { type FirstStep, inTeamTransaction, readInTeam } from '../db/transaction.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import type { TeamVisit } from '../operation/call.ts';
import { checkUrlAhead } from '../operation/check-url-ahead.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { AppError } from '../shared/errors/app-errors.ts';
import { shareOf } from '../shared/load/share-holder.ts';
import { type ProcedureContext, readAgain, requireRightTo } from './procedure-context.ts';
import { findStoredUnderLock, type KeyedUse, keyedUse, mutateTeam } from './team-mutation.ts';

type Current = { session: Session; actor: UserActor };

/** Runs a procedure on the team in which the person works. A mutation runs in a transaction. */
export async function callInTeam<R extends ProcedureEnd>(
  context: ProcedureContext,
  work: (call: TeamVisit, prepared: unknown) => Promise<R>,
): Promise<R> {
  const { deps, caller, procedure, loaded } = context;
  let current = requireTeam(context, loaded);
  if (procedure.sends) deps.outgoing.requireOpen();
  caller.input.requireReadable();
  const { slots, pool } = deps;
  const about = await aboutCall(context);
  const { tenantId, homeTenantId, personId } = current.actor;
  const holder = shareOf(current.actor);
  const team = { tenantId, homeTenantId };
  if (procedure.type === 'query') {
    return slots.run(holder, () => {
      // While this call waited for its turn, other answers may have filled the memory.
      caller.answer.requireRoom();
      return readInTeam(pool, team, (db, prisma) =>
        work({ ...about, ...current, db, prisma }, undefined),
      );
    });
  }
  // Somebody may have turned the switch off since the answer was stored (D96), or while this call waited.
  const strip = (data: Record<string, unknown>) =>
    procedure.personal && current.actor.privacy.strip(procedure.personal, data);
  const counted = [{ kind: 'person', name: personId }] as const;
  const keyed = await keyedUse(context, { owner: personId, counted, strip });
  const before: FirstStep = async (client) => {
    current = requireTeam(context, await readAgain(context, client));
    if (current.actor.tenantId !== tenantId) throw new AppError('no_team');
  };
  const inTeam = <T>(steps: (call: TeamVisit) => Promise<T>) =>
    slots.change(holder, (limit) => {
      const run = (db: TeamVisit['db'], prisma: TeamVisit['prisma']) =>
        steps({ ...about, ...current, db, prisma });
      return inTeamTransaction(pool, team, run, { before, ...limit });
    });
  const prepared = await askAhead(context, { keyed, current, about, inTeam });
  return slots.change(holder, (limit) =>
    mutateTeam(pool, team, {
      keyed,
      before,
      beforeCommit: () => requireInTime(caller),
      limit,
      work: (db, prisma) => work({ ...about, ...current, db, prisma }, prepared),
    }),
  );
}

type About = Omit<TeamVisit, 'db' | 'prisma' | keyof Current>;

export async function aboutCall({
  deps,
  caller,
  procedure,
  loaded,
}: ProcedureContext): Promise<About> {
  const { cursorKey, secretKey, publicUrl, webhookPauseAfterMs, egressAddresses, crm } = deps;
  const { requestId, ip, language } = caller;
  const url = procedure.target && fieldOf(await procedure.input(), procedure.target);
  const urlChecker =
    typeof url === 'string' ? await checkUrlAhead(deps.urlChecker, url) : deps.urlChecker;
  const { now } = loaded;
  const keys = { cursorKey, secretKey };
  const settings = { publicUrl, webhookPauseAfterMs, egressAddresses };
  return { now, requestId, ip, language, ...keys, ...settings, urlChecker, crm };
}

type Ready = {
  keyed: KeyedUse | undefined;
  current: Current;
  about: About;
  inTeam: <T>(steps: (call: TeamVisit) => Promise<T>) => Promise<T>;
};

/**
 * Asks the other service. If the answer of this call is stored already, the service is not asked: it would be
 * asked twice.
 */
async function askAhead(
  { deps, procedure, caller }: ProcedureContext,
  { keyed, current, about, inTeam }: Ready,
): Promise<unknown> {
  const { ask } = procedure;
  if (!ask) return undefined;
  if (keyed && (await inTeam(({ db }) => findStoredUnderLock(db, keyed)))) return undefined;
  const { personId } = current.actor;
  const { now, language, crm } = about;
  return deps.outbound.run({ holder: shareOf(current.actor), personId }, (signal) => {
    requireInTime(caller);
    return ask({ ...current, now, language, crm, signal, inTeam });
  });
}

function fieldOf(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
    ? input[name as keyof typeof input]
    : undefined;
}

function requireTeam(context: ProcedureContext, loaded: LoadedSession): Current {
  requireRightTo(context, loaded);
  const { path, needsMemberDetail } = context.procedure;
  const { session } = loaded;
  if (!session?.actor) throw new Error(`${path} begins without a right of the team`);
  authorise(session.actor, { scope: null, needsMemberDetail });
  return { session, actor: session.actor };
}
