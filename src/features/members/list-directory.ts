import { readPage } from '../../db/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import { linkLifetimeMs } from '../account/link.schema.ts';
import { IN_SANDBOX, NO_SMTP } from '../mail/unsent-mails.ts';
import type { DirectoryEntry, DirectoryInput, DirectoryPage } from './directory.schema.ts';

const sentAt = 'coalesce(m.invited_at, m.created_at)';
const LIFETIME = `interval '${linkLifetimeMs.invitation} milliseconds'`;
const expired = `${sentAt} + ${LIFETIME} <= $2::timestamptz`;

/** The worker writes the mail of each invitation, and of each that is sent again, by this cause. */
const mailState = `select case when l.sent_at is not null then 'sent'
    when l.last_error = '${NO_SMTP}' then 'unsent'
    when l.last_error = '${IN_SANDBOX}' then 'shown'
    when l.last_error is not null then 'failing' end
  from mail l where l.tenant_id = $1 and l.recipient = m.email
    and l.cause = 'invitation:' || m.id || ':' || iso(${sentAt})`;

const statuses = {
  active: `m.status = 'active'`,
  invited: `m.status = 'invited'`,
  expired: `m.status = 'invited' and ${expired}`,
} as const satisfies Record<NonNullable<DirectoryInput['status']>, string>;

/**
 * All members as an admin sees them, newest membership first. While member detail is off, the list
 * names only the person who asks (as `GET /users` hides the e-mail), and refuses a search (spec,
 * general rule 7).
 */
export async function listDirectory(
  { db, actor, now, cursorKey }: RequestCall,
  { cursor, limit, search, role, status, user_ids, member_ids }: DirectoryInput,
): Promise<DirectoryPage> {
  const { privacy } = actor;
  const shown = (field: 'name' | 'email', column: string) =>
    privacy.shows('directory_entry', field)
      ? column
      : `case when m.id = $3 then ${column} end as ${field}`;
  if (search !== undefined) {
    privacy.requireMemberDetail({
      detail: 'No search while the team has turned off member_detail_enabled.',
    });
  }
  const where = ['m.tenant_id = $1', `m.status <> 'removed'`];
  const params: unknown[] = [now, actor.kind === 'user' ? actor.memberId : ''];
  const given = (value: unknown) => `$${params.push(value) + 1}`;
  if (status) where.push(statuses[status]);
  if (role) where.push(`m.role = ${given(role)}`);
  if (user_ids) where.push(`m.user_id = any (${given(user_ids)}::text[])`);
  if (member_ids) where.push(`m.id = any (${given(member_ids)}::text[])`);
  if (search !== undefined) {
    const part = `lower(${given(search)}::text)`;
    where.push(`(strpos(lower(m.email), ${part}) > 0 or strpos(lower(p.name), ${part}) > 0)`);
  }
  const page = await readPage<DirectoryEntry>(
    db,
    {
      route: 'members.directory',
      limit,
      cursor,
      cursorKey,
      filters: {
        search,
        role,
        status,
        user_ids: user_ids?.join(' '),
        member_ids: member_ids?.join(' '),
      },
    },
    {
      shape: `m.id, m.id = $3 as is_me, m.user_id, ${shown('name', 'p.name')}, ${shown('email', 'm.email')}, m.role,
        m.rights, m.status, m.lang, iso(m.created_at) as created_at, iso(m.joined_at) as joined_at,
        case when m.status = 'invited' then json_build_object(
          'sent_at', iso(${sentAt}), 'expires_at', iso(${sentAt} + ${LIFETIME}), 'expired', ${expired},
          'mail', coalesce((${mailState}), 'waiting'))
        end as invitation`,
      from: `member m left join lateral (
        select coalesce(m.sandbox_name, (select n.name from person n where n.id = m.user_id)) as name
      ) p on true`,
      where,
      params,
      at: 'm.created_at',
      id: 'm.id',
    },
  );
  return page.edits(['rights']).toJSON();
}
