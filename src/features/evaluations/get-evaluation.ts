import { asJson } from '../../db/as-json.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { type Evaluation, evaluationShape, scoredSession } from './evaluations.schema.ts';

/** Reads an evaluation. The answer is also 404 while the session is not scored yet (D131). */
export async function getEvaluation(
  { db }: RequestCall,
  trainingId: string,
): Promise<JsonText<Evaluation>> {
  const row = await db.lookUp<{ json: string }>(
    `select ${asJson(evaluationShape)}
     from ${scoredSession}
     where e.tenant_id = $1 and e.training_id = $2`,
    [trainingId],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}

/**
 * Reads an evaluation of the person who asks. The answer is 404 for the session of another person, and for a
 * session that is not scored yet (D131).
 */
export async function getOwnEvaluation(
  { db, actor }: TeamVisit,
  trainingId: string,
): Promise<JsonText<Evaluation>> {
  const row = await db.row<{ json: string }>(
    `select ${asJson(evaluationShape)}
     from ${scoredSession}
     where e.tenant_id = $1 and e.training_id = $2 and t.member_id = $3`,
    [trainingId, actor.memberId],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
