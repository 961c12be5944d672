import { requireRight } from '../auth/require-right.ts';
import { type Known, readSessions } from '../auth/session.ts';
import type { Queryable } from '../db/team-db.ts';
import type { CalledProcedure } from '../operation/app-request.ts';
import type { AppDeps, Caller } from './caller.ts';

/** A procedure that is about to run, and what is known about its caller. */
export type BegunProcedure = {
  deps: AppDeps;
  caller: Caller;
  asked: CalledProcedure;
  known: Known;
  /** Notes the team for the log, if the session does not name it. */
  noteTeam: (tenantId: string) => void;
};

/** Refuses a caller without the right. `known` may be newer than the state at the begin of the procedure. */
export function requireRightTo({ caller, asked }: BegunProcedure, { now, session }: Known): void {
  requireRight(programOf(caller) ?? session, { ...asked, now });
}

function programOf({ isService, commandLine }: Caller) {
  if (isService) return 'service';
  return commandLine === null ? null : 'command_line';
}

/**
 * Reads the session again, at the first step of a transaction. The person may have lost the right
 * while the call waited for its turn or for name servers.
 */
export async function readAgain(
  { caller, known: { now } }: BegunProcedure,
  client: Queryable,
): Promise<Known> {
  const [known] = await readSessions(client, [caller.cookies.session], now);
  return known ?? { now, session: null };
}
