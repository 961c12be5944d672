import type { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { type PageSource, readPage } from '../../db/pages/page.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { Call, RequestCall, TeamVisit } from '../../operation/call.ts';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonPage, JsonText } from '../../shared/json/json-text.ts';
import { linkLifetimeMs } from '../account/link.schema.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { IN_SANDBOX, NO_SMTP } from '../mail/unsent-mails.ts';
import { findNamed, type Named, nameInOrder, withNames } from './account-names.ts';
import { findMailTimes } from './find-mail-times.ts';
import { presentName } from './join-last-name.ts';
import { type listMembersInput, type Member, memberShape } from './members.schema.ts';
import {
  listMembersInApp,
  type MemberInApp,
  type MemberOrder,
  type MemberPageInApp,
} from './members-in-app.schema.ts';

type Input = z.output<typeof listMembersInput> & z.output<typeof listMembersInApp>;
type Invitation = NonNullable<MemberInApp['invitation']>;
type Mail = Pick<Invitation, 'mail' | 'mail_at'>;
type MailState = Mail['mail'];
type Row = Omit<MemberInApp, 'name' | 'email' | 'invitation' | 'version'> &
  Named & { email: string; invitation: Omit<Invitation, keyof Mail> | null };

const sentAt = 'coalesce(m.invited_at, m.created_at)';
const LIFETIME = `interval '${linkLifetimeMs.invitation} milliseconds'`;
const expired = `${sentAt} + ${LIFETIME} <= $2::timestamptz`;

/**
 * The state of each invitation mail. The worker gives these mails this cause, also when an invitation is sent
 * again.
 */
const mailStates = `select q.member_id, case when l.sent_at is not null then 'sent'
    when l.last_error = '${NO_SMTP}' then 'unsent'
    when l.last_error = '${IN_SANDBOX}' then 'shown'
    when l.last_error is not null then 'failing' end as state
  from unnest($2::text[], $3::text[], $4::text[]) as q (member_id, address, sent_at)
  join mail l on l.tenant_id = $1 and l.recipient = q.address
    and l.cause = 'invitation:' || q.member_id || ':' || q.sent_at`;

/** The columns of an order, and whether it begins at their lower end. */
async function orderOf(
  { db, secretKey }: Pick<RequestCall, 'db' | 'secretKey'>,
  order: MemberOrder | undefined,
  bind: (value: unknown) => string,
): Promise<Pick<PageSource, 'at' | 'atType' | 'hides' | 'order'>> {
  switch (order) {
    case 'name_asc':
    case 'name_desc': {
      // Names are not in the table of members. Only this order reads those of all.
      const at = nameInOrder('m', bind(JSON.stringify(await findNamed(db, ['']))));
      const direction = order === 'name_asc' ? 'oldest' : 'newest';
      return { at, atType: 'text', hides: secretKey, order: direction };
    }
    case 'trained_asc':
    case 'trained_desc': {
      const at = `coalesce(${lastTraining}, 'epoch')`;
      return { at, order: order === 'trained_asc' ? 'oldest' : 'newest' };
    }
    default:
      return { at: 'm.created_at', order };
  }
}

const present = `m.status <> 'removed'`;
const lastTraining = `(select t.created_at from training t
  where t.tenant_id = $1 and t.member_id = m.id order by t.created_at desc limit 1)`;

const statuses = {
  active: `m.status = 'active'`,
  invited: `m.status = 'invited' and not ${expired}`,
  expired: `m.status = 'invited' and ${expired}`,
} as const satisfies Record<NonNullable<Input['status']>, string>;

const rows = { from: 'member m', id: 'm.id' };

/**
 * Active and invited members and the owner, newest membership first (D65, D100). In the app (`visit`) an admin also sees
 * their names, invitations and last trainings, and may filter and order them. While member detail is off, the app names
 * only the person who asks (as REST hides the e-mail), and refuses a search (spec, general rule 7).
 */
export async function listMembers(
  call: RequestCall,
  { cursor, limit, order, status, ...filters }: Input,
  visit?: TeamVisit,
): Promise<JsonText<MemberPageInApp>> {
  const { db, actor, now, cursorKey } = call;
  const request = { route: 'users', limit, cursor, cursorKey };
  if (!visit) {
    const where = ['m.tenant_id = $1', present];
    const of = { ...rows, at: 'm.created_at', where, params: [] };
    return readPage(db, { ...request, filters: {} }, { ...of, shape: memberShape(actor) });
  }
  const { privacy } = actor;
  const { search, role, user_ids, member_ids } = filters;
  if (search !== undefined) {
    privacy.requireMemberDetail({
      detail: 'No search while the team has turned off member_detail_enabled.',
    });
  }
  const params: unknown[] = [now];
  const bind = (value: unknown) => `$${params.push(value) + 1}`;
  const of = { ...rows, where: await conditions(db, filters, bind), params };
  const isLookup = Boolean(user_ids || member_ids);
  const isCounted = cursor === undefined && !isLookup;
  const counts = isCounted ? await countStatuses(db, of) : null;
  const me = bind(actor.kind === 'user' ? actor.memberId : '');
  // The order of hidden names and trainings would tell who is who.
  const shown = privacy.shows('member_in_app', 'name') || order === 'oldest' ? order : undefined;
  const page = await readPage<Row>(
    db,
    {
      ...request,
      filters: {
        search,
        role,
        status,
        order: shown,
        user_ids: user_ids?.join(' '),
        member_ids: member_ids?.join(' '),
      },
    },
    {
      shape: `m.id, m.id = ${me} as is_me, m.user_id, ${presentName('m')}, m.email, m.role,
        m.rights, m.status, m.lang, iso(m.created_at) as created_at, iso(m.joined_at) as joined_at,
        ${isLookup ? 'null' : `iso(${lastTraining})`} as last_trained_at, case when m.status = 'invited' then json_build_object(
          'sent_at', iso(${sentAt}), 'expires_at', iso(${sentAt} + ${LIFETIME}), 'expired', ${expired})
        end as invitation`,
      ...of,
      where: status ? [...of.where, statuses[status]] : of.where,
      ...(await orderOf(call, shown, bind)),
    },
  );
  const { data, next_cursor } = page.edits(['rights']).toJSON();
  const [named, mails] = [await withNames(db, data), await mailsOf(call, data)];
  const entries = named.map(({ name, email, last_trained_at, invitation, ...row }) => ({
    ...row,
    name: row.is_me || privacy.shows('member_in_app', 'name') ? name : null,
    email: row.is_me || privacy.shows('member_in_app', 'email') ? email : null,
    last_trained_at:
      row.is_me || privacy.shows('member_in_app', 'last_trained_at') ? last_trained_at : null,
    invitation: invitation && { ...invitation, ...(mails.get(row.id) ?? waiting) },
  }));
  return new JsonPage(
    entries.map((entry) => JSON.stringify(entry)),
    { next_cursor, counts },
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

/** Which members the list has, whatever their status. */
async function conditions(
  db: TeamDb,
  { search, role, user_ids, member_ids }: Omit<Input, 'cursor' | 'limit' | 'order' | 'status'>,
  bind: (value: unknown) => string,
): Promise<string[]> {
  const where = ['m.tenant_id = $1', present];
  if (role) where.push(`m.role = ${bind(role)}`);
  if (user_ids) where.push(`m.user_id = any (${bind(user_ids)}::text[])`);
  if (member_ids) where.push(`m.id = any (${bind(member_ids)}::text[])`);
  if (search !== undefined) {
    const part = `lower(${bind(search)}::text)`;
    const named = bind(JSON.stringify(await findNamed(db, [search])));
    where.push(`(strpos(lower(m.email), ${part}) > 0 or strpos(lower(m.sandbox_name), ${part}) > 0
      or ${named}::jsonb ->> m.user_id is not null)`);
  }
  return where;
}

/** How many members have each status. A team has few members: at most as many as seats, and invitations. */
async function countStatuses(
  db: TeamDb,
  { where, params, from }: Pick<PageSource, 'from' | 'where' | 'params'>,
): Promise<MemberPageInApp['counts']> {
  const number = (condition: string) => `(count(*) filter (where ${condition}))::integer`;
  const counts = await db.row<NonNullable<MemberPageInApp['counts']>>(
    `select count(*)::integer as all, ${number(statuses.active)} as active,
       ${number(statuses.invited)} as invited, ${number(statuses.expired)} as expired
     from ${from} where ${where.join(' and ')}`,
    params,
  );
  return counts ?? null;
}

const waiting: Mail = { mail: 'waiting', mail_at: null };

/** The mails of the invitations on a page. */
async function mailsOf(call: RequestCall, rows: readonly Row[]): Promise<Map<string, Mail>> {
  const { db, now } = call;
  const invited = rows.flatMap(({ id, email, invitation }) =>
    invitation ? [{ id, email, sent_at: invitation.sent_at }] : [],
  );
  if (invited.length === 0) return new Map();
  const written = await db.rows<{ member_id: string; state: MailState | null }>(mailStates, [
    invited.map(({ id }) => id),
    invited.map(({ email }) => email),
    invited.map(({ sent_at }) => sent_at),
  ]);
  const states = new Map(written.map(({ member_id, state }) => [member_id, state]));
  const unwritten = invited.filter(({ id }) => !states.has(id)).map(({ email }) => email);
  const times = await findMailTimes(call, unwritten);
  return new Map(
    invited.map(({ id, email }) => {
      const time = times.get(email);
      const mail_at = time && time > now ? time.toISOString() : null;
      return [id, { mail: states.get(id) ?? 'waiting', mail_at }];
    }),
  );
}

const column = columnsOf<MemberInApp>();

/** The members as a file. A search stays out of it: a URL may name people by their ids alone. */
export const memberExport = defineListExport({
  rights: { begin: 'export_lists', read: 'see_members' },
  filter: listMembersInApp.pick({ role: true, status: true }),
  columns: [
    column('Name', 'Name', ({ name }) => name),
    column('E-Mail', 'E-mail', ({ email }) => email),
    column('Rolle', 'Role', ({ role }) => role),
    column('Rechte', 'Rights', ({ rights }) => (rights.length > 0 ? rights : null)),
    column('Status', 'Status', ({ status }) => status),
    column('Sprache', 'Language', ({ lang }) => lang),
    column('Eingeladen (UTC)', 'Invited (UTC)', ({ created_at }) => created_at),
    column('Beigetreten (UTC)', 'Joined (UTC)', ({ joined_at }) => joined_at),
    column('Mitglied: Kennung', 'Member: id', ({ id }) => id),
    column('Person: Kennung', 'Person: id', ({ user_id }) => user_id),
    // Programs may read a file by position, so a new column is the last one.
    column('Zuletzt trainiert (UTC)', 'Last training (UTC)', (row) => row.last_trained_at),
  ],
  begin: (call, { filter, format }) =>
    recordAudit(call, {
      action: 'member_list.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    }),
  read: async (call, { filter, cursor, limit }) =>
    (await listMembers(call, { cursor, limit, ...filter }, call)).toJSON(),
});
