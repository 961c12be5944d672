import type { CommandLineActor } from '../auth/command-line-token.ts';
import { authorise } from '../auth/permissions.ts';
import { type FirstStep, readInTeam } from '../db/transaction.ts';
import type { ProcedureEnd } from '../operation/app-request.ts';
import type { CommandLineCall } from '../operation/call.ts';
import { requireInTime } from '../operation/time-limit.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { shareOf } from '../shared/load/share-holder.ts';
import { aboutCall } from './call-in-team.ts';
import { type ProcedureContext, requireRightTo } from './procedure-context.ts';
import { keyedUse, mutateTeam } from './team-mutation.ts';

/**
 * Runs a procedure of the command line on the team of its token, as the member to whom the token
 * belongs. A mutation reads the token again, in its transaction: the login may have ended meanwhile.
 */
export async function callByCommandLine<R extends ProcedureEnd>(
  context: ProcedureContext,
  work: (call: CommandLineCall) => Promise<R>,
): Promise<R> {
  const { deps, caller, procedure, loaded } = context;
  requireRightTo(context, loaded);
  caller.input.requireReadable();
  const about = await aboutCall(context);
  let actor = requireActor(context, caller.arrival.commandLine);
  const { personId } = actor;
  const holder = shareOf(actor);
  if (procedure.type === 'query') {
    return deps.slots.run(holder, () => {
      caller.answer.requireRoom();
      return readInTeam(deps.pool, actor, (db, prisma) => work({ ...about, actor, db, prisma }));
    });
  }
  const strip = (data: Record<string, unknown>) =>
    procedure.personal && actor.privacy.strip(procedure.personal, data);
  const counted = [{ kind: 'person', name: personId }] as const;
  const keyed = await keyedUse(context, { owner: personId, counted, strip });
  const before: FirstStep = async (client) => {
    actor = requireActor(context, await deps.callers.readCommandLine(client, caller));
  };
  return deps.slots.change(holder, (limit) =>
    mutateTeam(deps.pool, actor, {
      keyed,
      before,
      beforeCommit: () => requireInTime(caller),
      limit,
      work: (db, prisma) => work({ ...about, actor, db, prisma }),
    }),
  );
}

function requireActor(
  { procedure: { needsMemberDetail } }: ProcedureContext,
  actor: CommandLineActor | null | undefined,
): CommandLineActor {
  if (!actor) throw new ApiError('unauthorized');
  authorise(actor, { scope: null, needsMemberDetail });
  return actor;
}
