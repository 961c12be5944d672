import type { Call } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors.ts';
import { MAX_WAITING } from '../intake.schema.ts';
import type { SessionDecision } from '../write-trainings.ts';

const RETRY_AFTER_S = 60;

/**
 * Limits how many sessions of a team may wait for their start. Decisions above the limit become refusals. The
 * lock makes calls at the same time count one after the other. It is taken after all rows are locked, so that
 * no two calls wait for each other.
 */
export async function limitWaiting(
  { db }: Call,
  decisions: readonly SessionDecision[],
): Promise<readonly SessionDecision[]> {
  if (!decisions.some(isNewlyWaiting)) return decisions;
  const [, counted] = await Promise.all([
    db.row(`select pg_advisory_xact_lock(hashtextextended($1 || ' waiting sessions', 0))`),
    // The count includes the rows of this call.
    db.row<{ waiting: number }>(
      `select count(*)::integer as waiting from (select from training_intake i
         where i.tenant_id = $1 and i.waiting_since is not null limit $2 + 1) counted`,
      [MAX_WAITING],
    ),
  ]);
  if (counted && counted.waiting <= MAX_WAITING) return decisions;
  const detail = `${MAX_WAITING} sessions of the team wait for their start.`;
  const details = { limit: MAX_WAITING, retryAfter: RETRY_AFTER_S, detail };
  return decisions.map((one) =>
    isNewlyWaiting(one) ? { ...one, refusal: new ApiError('rate_limited', details) } : one,
  );
}

function isNewlyWaiting({ isNew, row, refusal }: SessionDecision): boolean {
  return isNew && row.training_id === null && refusal === null;
}
