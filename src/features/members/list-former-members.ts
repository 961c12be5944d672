import { readPage } from '../../db/pages/page.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { RequestCall } from '../../operation/call.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { type Named, withNames } from './account-names.ts';
import type { FormerMember, FormerMemberPage, FormerMembersInput } from './erasure.schema.ts';
import { joinLastName, lastName } from './join-last-name.ts';

/**
 * The removed members, the last removed first, with the names of the day of their removal. Also says who was
 * erased.
 */
export async function listFormerMembers(
  { db, actor, cursorKey }: RequestCall,
  { cursor, limit }: FormerMembersInput,
): Promise<FormerMemberPage> {
  const showsNames = actor.privacy.shows('former_member', 'name');
  const showsEmails = actor.privacy.shows('former_member', 'email');
  const page = await readPage<Omit<FormerMember, 'erased'> & Named>(
    db,
    { route: 'members.former', limit, cursor, cursorKey, filters: {} },
    {
      shape: `m.id, m.user_id, ${showsNames ? lastName : 'null as name, null as account_id'},
        ${showsEmails ? `nullif(m.email, '${ERASED_EMAIL}')` : 'null'} as email,
        iso(m.removed_at) as removed_at`,
      from: `member m ${joinLastName()}`,
      where: ['m.tenant_id = $1', `m.status = 'removed'`],
      params: [],
      at: 'm.removed_at',
      id: 'm.id',
    },
  );
  const { data, next_cursor } = page.toJSON();
  const [named, erasures] = [await withNames(db, data), await erasuresOf(db, data)];
  return {
    data: named.map((row) => ({ ...row, erased: erasures.get(row.id) ?? null })),
    next_cursor,
  };
}

/** Erasures are read by a statement of their own, because members may be on another server. */
async function erasuresOf(
  db: TeamDb,
  members: readonly { id: string }[],
): Promise<Map<string, FormerMember['erased']>> {
  const rows = await db.rows<NonNullable<FormerMember['erased']> & { member_id: string }>(
    `select e.member_id, iso(e.created_at) as asked_at, iso(e.finished_at) as finished_at
     from erasure e where e.tenant_id = $1 and e.member_id = any ($2)`,
    [members.map(({ id }) => id)],
  );
  return new Map(rows.map(({ member_id, ...erased }) => [member_id, erased]));
}
