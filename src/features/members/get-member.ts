import { asJson } from '../../db/as-json.ts';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import { type Member, memberShape } from './members.schema.ts';

/** Reads a member. For a removed member the answer is 404, as for a member of another team (D101). */
export async function getMember({ db, actor }: Call, id: string): Promise<JsonText<Member>> {
  const row = await db.lookUp<{ json: string }>(
    `select ${asJson(memberShape(actor))}
     from member m
     where m.tenant_id = $1 and m.id = $2 and m.status <> 'removed'`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}
