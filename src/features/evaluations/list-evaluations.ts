import type { z } from 'zod';
import type { RequestCall } from '../../auth/call.ts';
import { type Page, readPage } from '../../db/page.ts';
import type { JsonText } from '../../shared/json-text.ts';
import {
  memberOfTraining,
  type Training,
  trainingIsListed,
  trainingShape,
} from '../trainings/trainings.schema.ts';
import { evaluationIsListed, type listEvaluationsInput } from './evaluations.schema.ts';

/** Scored sessions in the shape of `GET /trainings`, latest evaluation first (D65, D131). */
export function listEvaluations(
  { db, cursorKey }: RequestCall,
  { cursor, limit, updated_since }: z.output<typeof listEvaluationsInput>,
): Promise<JsonText<Page<Training>>> {
  const since = updated_since === undefined ? [] : [updated_since];
  return readPage(
    db,
    { route: 'evaluations', limit, cursor, cursorKey, filters: { updated_since } },
    {
      shape: trainingShape,
      from: `evaluation e join training t on t.tenant_id = $1 and t.id = e.training_id
     join ${memberOfTraining}`,
      where: [
        ...evaluationIsListed,
        ...trainingIsListed,
        ...since.map(() => 'e.updated_at >= $2::timestamptz'), // D72
      ],
      params: since,
      at: 'e.updated_at',
      id: 'e.training_id',
    },
  );
}
