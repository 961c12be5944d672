import type { RequestCall } from '../../auth/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import {
  memberOfTraining,
  type Training,
  trainingIsListed,
  trainingShape,
} from './trainings.schema.ts';

export async function getTraining({ db }: RequestCall, id: string): Promise<JsonText<Training>> {
  const row = await db.row<{ json: string }>(
    `select (select row_to_json(s)::text from (select ${trainingShape}) s) as json
     from training t join ${memberOfTraining}
     where ${trainingIsListed.join(' and ')} and t.id = $2`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
