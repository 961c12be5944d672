import { asJson } from '../../db/as-json.ts';
import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { activeMember, type Training, trainingShape } from './trainings.schema.ts';

export async function getTraining({ db }: RequestCall, id: string): Promise<JsonText<Training>> {
  const row = await db.lookUp<{ json: string }>(
    `select ${asJson(trainingShape)}
     from training t cross join ${activeMember}
     where t.tenant_id = $1 and t.id = $2`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
