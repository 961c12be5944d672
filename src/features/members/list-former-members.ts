import { readPage } from '../../db/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import type { FormerMember, FormerMemberPage, FormerMembersInput } from './erasure.schema.ts';
import { joinKnownName, knownName } from './join-known-name.ts';

/**
 * The removed members, as the team knew them on that day, the last removed first. Also says who was
 * erased.
 */
export async function listFormerMembers(
  { db, actor, cursorKey }: RequestCall,
  { cursor, limit }: FormerMembersInput,
): Promise<FormerMemberPage> {
  const shown = (field: 'name' | 'email', column: string) =>
    `${actor.privacy.shows('directory_entry', field) ? column : 'null'} as ${field}`;
  const page = await readPage<FormerMember>(
    db,
    { route: 'members.former', limit, cursor, cursorKey, filters: {} },
    {
      shape: `m.id, m.user_id, ${shown('name', knownName)},
        ${shown('email', `nullif(m.email, '${ERASED_EMAIL}')`)}, iso(m.removed_at) as removed_at,
        case when e.id is not null then json_build_object(
          'asked_at', iso(e.created_at), 'finished_at', iso(e.finished_at)) end as erased`,
      from: `member m ${joinKnownName()}
        left join lateral (select f.id, f.created_at, f.finished_at from erasure f
          where f.tenant_id = $1 and f.member_id = m.id limit 1) e on true`,
      where: ['m.tenant_id = $1', `m.status = 'removed'`],
      params: [],
      at: 'm.removed_at',
      id: 'm.id',
    },
  );
  return page.toJSON();
}
