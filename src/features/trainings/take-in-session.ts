import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { SessionReport, TakenIn } from './intake.schema.ts';
import { takeInSessions } from './take-in-sessions.ts';

/** Stores what one call reports about one session. If the report is refused, the call is refused. */
export async function takeInSession(call: Call, report: SessionReport): Promise<TakenIn> {
  const [result] = await takeInSessions(call, [report]);
  if (result instanceof ApiError) throw result;
  return { training_id: result?.training_id ?? null };
}
