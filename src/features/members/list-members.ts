import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
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
