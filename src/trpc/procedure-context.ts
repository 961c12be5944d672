import { requireRight } from '../auth/require-right.ts';
import { type LoadedSession, readSessions } from '../auth/session.ts';
import type { Queryable } from '../db/team-db.ts';
import type { CalledProcedure } from '../operation/app-request.ts';
import type { AppDeps, Caller } from './caller.ts';

/** A procedure that is about to run, with its caller and the loaded session. */
export type ProcedureContext = {
  deps: AppDeps;
  caller: Caller;
  procedure: CalledProcedure;
  loaded: LoadedSession;
  /** Notes the team for the log, if the session does not name it. */
  noteTeam: (tenantId: string) => void;
};

/** Refuses a caller without the right. `loaded` may be newer than the state at the begin of the procedure. */
export function requireRightTo(
  { caller, procedure }: ProcedureContext,
  { now, session }: LoadedSession,
): void {
  requireRight(programOf(caller) ?? session, { ...procedure, now });
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
  { caller, loaded: { now } }: ProcedureContext,
  client: Queryable,
): Promise<LoadedSession> {
  const [loaded] = await readSessions(client, [caller.cookies.session], now);
  return loaded ?? { now, session: null };
}
