import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { Call, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { type listMembersInput, type Member, memberShape } from './members.schema.ts';

/** Active and invited members and the owner, newest membership first (D65, D100). */
export function listMembers(
  { db, actor, cursorKey }: RequestCall,
  { cursor, limit }: z.output<typeof listMembersInput>,
): Promise<JsonText<Page<Member>>> {
  return readPage(
    db,
    { route: 'users', limit, cursor, cursorKey, filters: {} },
    {
      shape: memberShape(actor),
      from: 'member m',
      where: ['m.tenant_id = $1', `m.status <> 'removed'`],
      params: [],
      at: 'm.created_at',
      id: 'm.id',
    },
  );
}

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
