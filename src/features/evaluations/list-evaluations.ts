import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { trainingShape } from '../trainings/trainings.schema.ts';
import {
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
