import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { trainingShape } from '../trainings/trainings.schema.ts';
import {
  type Evaluation,
  evaluationShape,
  type listEvaluationsInput,
  type ScoredTraining,
  scoredSession,
  scoredTrainingShape,
} from './evaluations.schema.ts';

/**
 * Scored sessions in the shape of `GET /trainings`, the latest evaluation first (D65, D131). With `include`,
 * each session has its evaluation (P556). `include` is no filter: it does not change which rows a page
 * contains, so a cursor is valid with and without it.
 */
export function listEvaluations(
  { db, cursorKey }: RequestCall,
  { cursor, limit, updated_since, include }: z.output<typeof listEvaluationsInput>,
): Promise<JsonText<Page<ScoredTraining>>> {
  const since = updated_since === undefined ? [] : [updated_since];
  return readPage(
    db,
    { route: 'evaluations', limit, cursor, cursorKey, filters: { updated_since } },
    {
      shape: include ? scoredTrainingShape : trainingShape,
      from: scoredSession,
      // `updated_since` includes the time itself (D72).
      where: ['e.tenant_id = $1', ...since.map(() => 'e.updated_at >= $2::timestamptz')],
      params: since,
      at: 'e.updated_at',
      id: 'e.training_id',
      large: [
        't.external_ref',
        ...(include ? ['e.tips', 'e.goal', 'e.strongest', 'e.biggest_lever'] : []),
      ],
    },
  );
}

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
