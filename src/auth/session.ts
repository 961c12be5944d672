import type { Queryable } from '../db/team-db.ts';
import type { Language } from '../shared/language/language.ts';
import { DAY_MS, WEEK_MS } from '../shared/time/durations.ts';
import type { Role, UserActor } from './actor.ts';
import { type Belonging, keyOf, type Membership, readMemberships } from './membership.ts';
import {
  type HomeSwitches,
  homePrivacyColumns,
  Privacy,
  type PrivacySwitches,
  privacyColumns,
} from './privacy.ts';
import { isFresh } from './require-right.ts';
import { RECORDED } from './sandbox-uses.ts';
import { hashToken, tokenPattern } from './token.ts';

/** A person who is signed in. */
export type Session = {
  id: string;
  personId: string;
  email: string;
  name: string | null;
  lang: Language;
  /** When the person last showed a password or a passkey in this session. */
  provedAt: Date | null;
  activeTeam: { id: string; name: string; sandboxOf: { id: string; name: string } | null } | null;
  /**
   * The person's membership in the active team. In a sandbox, the membership in the team to which the sandbox
   * belongs. Null without a team, or if the membership has ended.
   */
  actor: UserActor | null;
};

/**
 * The role and rights of a person in the team, as one text that is stored with a proof. When they change, the
 * proof is no longer valid. So if a session is stolen before its person gets more rights, the attacker does not
 * get them.
 */
export function standingOf(
  team: { tenantId: string; homeTenantId: string; role: Role; rights: readonly string[] } | null,
): string {
  if (!team) return '';
  const { tenantId, homeTenantId, role, rights } = team;
  const home = homeTenantId === tenantId ? [] : [homeTenantId];
  return [tenantId, ...home, role, ...rights.toSorted()].join(' ');
}

/** A session ends when nobody has used it for this long. */
const IDLE_MS = WEEK_MS;
/** A session ends after this long at the latest. */
export const LONGEST_MS = 30 * DAY_MS;
/** A person may have this many sessions. One more ends the session that was not used for longest. */
export const MAX_SESSIONS = 100;
/** How long the former token of a session is valid. */
const OVERLAP = `interval '30 seconds'`;
/** The last use of a session is written at most this often. */
const SEEN = `interval '1 minute'`;

/** The condition that a session is valid, for Prisma. `load` has the same condition in SQL. */
export function livingAt(now: Date) {
  return { expires_at: { gt: now }, last_seen_at: { gt: new Date(now.getTime() - IDLE_MS) } };
}

type Row = { now: Date } & (
  | { id: null }
  | ({
      id: string;
      person_id: string;
      email: string;
      name: string | null;
      lang: Language;
      proved_at: Date | null;
      proved_as: string | null;
      seen_before: boolean;
      is_newest_token: boolean;
      is_over: boolean;
      tenant_id: string;
      team_name: string;
      /** Null without an active team. */
      home_id: string | null;
      home_name: string;
      is_closing: boolean;
      /** True for a sandbox whose use was not noted for some time. */
      is_unnoted: boolean | null;
      plan: string;
      status: UserActor['teamStatus'];
    } & PrivacySwitches &
      HomeSwitches)
);

/**
 * Each request of the app begins with this statement, and with the one that reads the memberships.
 * It reads the time, and the session with its person and team as they are now. Nothing of this is
 * kept for the next request. The statement reads the sessions of several requests at once.
 */
const load = {
  name: 'load sessions',
  text: `select q.now, s.id, s.person_id, p.email, p.name, p.lang,
      case when s.token_hash = i.hash then s.proved_at end as proved_at, s.proved_as,
      s.last_seen_at > q.now - ${SEEN} as seen_before,
      s.token_hash = i.hash as is_newest_token, s.is_over,
      t.id as tenant_id, t.name as team_name, t.plan, t.status,
      coalesce(t.sandbox_state = 'removing', false) as is_closing, h.id as home_id, h.name as home_name, t.sandbox_used_at <= q.now - ${RECORDED} as is_unnoted,
      ${privacyColumns}, ${homePrivacyColumns}
    from (select coalesce($2::timestamptz, now()) as now) q
    cross join unnest($1::bytea[]) with ordinality as i (hash, n)
    left join lateral (
      select c.*, false as is_over from session c where c.token_hash = i.hash
      union all
      select c.*, c.rotated_at <= q.now - ${OVERLAP} from session c where c.previous_hash = i.hash
      limit 1
    ) s on s.expires_at > q.now and s.last_seen_at > q.now - interval '${IDLE_MS} milliseconds'
    left join person p on p.id = s.person_id
    left join tenant t on t.id = s.active_tenant_id
    left join tenant h on h.id = coalesce(t.sandbox_of, t.id)
    order by i.n`,
  // All requests wait for this query, so we give it up after 5 s (D83).
  query_timeout: 5_000,
};

// The statement skips rows that another process is writing at this moment, so that the two never wait for
// each other.
const touch = {
  name: 'touch sessions',
  text: `update session s set last_seen_at = $1, ip = u.ip, user_agent = u.user_agent
    from (
      select l.id, g.ip, g.user_agent
      from unnest($2::text[], $3::text[], $4::text[]) as g (id, ip, user_agent)
      join session l using (id)
      where l.last_seen_at <= $1::timestamptz - ${SEEN}
      for update of l skip locked
    ) u
    where s.id = u.id`,
  query_timeout: 5_000,
};

/** The token that a browser shows, and the address and name of the browser. */
export type Credentials = {
  token: string | undefined;
  ip: string | null;
  userAgent: string | null;
};
export type LoadedSession = { now: Date; session: Session | null };
export type Read = LoadedSession & {
  seenBefore: boolean;
  /** The sandbox in which the person works, if its use must be noted. */
  unnoted: string | null;
  /** The person's present role and rights, if the shown token was made for other ones. */
  outgrown: string | null;
  /** The session, if the shown token is a former token that is no longer valid. */
  former: string | null;
};

/** Reads the sessions of some tokens, in their order. `at` is null, except when a test has stopped the clock. */
export async function readSessions(
  db: Queryable,
  tokens: (string | undefined)[],
  at: Date | null,
): Promise<Read[]> {
  const hashes = tokens.map((token) =>
    token !== undefined && tokenPattern.test(token) ? hashToken(token) : null,
  );
  const { rows } = await db.query<Row>({ ...load, values: [hashes, at] });
  const memberships = await readMemberships(db, rows.flatMap(whoseMembership));
  return rows.map((row) => {
    const [who] = whoseMembership(row);
    return readRow(row, who && memberships.get(keyOf(who)));
  });
}

function whoseMembership(row: Row): Belonging[] {
  if (row.id === null || row.is_over || row.is_closing || row.home_id === null) return [];
  return [{ tenantId: row.home_id, personId: row.person_id }];
}

/** Notes when and from which address sessions were used. */
export async function touchSessions(
  db: Queryable,
  now: Date,
  used: (Omit<Credentials, 'token'> & { id: string })[],
): Promise<void> {
  const ids = used.map(({ id }) => id);
  const ips = used.map(({ ip }) => ip);
  const agents = used.map(({ userAgent }) => userAgent);
  await db.query({ ...touch, values: [now, ids, ips, agents] });
}

function readRow(row: Row, membership: Membership | undefined): Read {
  const { now } = row;
  if (row.id === null || row.is_over) {
    const nobody = { session: null, seenBefore: true, unnoted: null, outgrown: null };
    return { now, ...nobody, former: row.id };
  }
  const { id, person_id: personId, email, name, lang } = row;
  const member = memberOf(row, membership);
  const activeTeam = member && { id: row.tenant_id, name: row.team_name, sandboxOf: parentOf(row) };
  const standing = standingOf(member);
  const isSame = row.proved_as === null || row.proved_as === standing;
  const provedAt = isSame ? row.proved_at : null;
  const actor = member && { ...member, hasFreshProof: isFresh({ provedAt }, now) };
  const session = { id, personId, email, name, lang, provedAt, activeTeam, actor };
  const outgrown = !isSame && row.is_newest_token ? standing : null;
  const unnoted = member && row.is_unnoted ? row.tenant_id : null;
  return { now, session, seenBefore: row.seen_before, unnoted, outgrown, former: null };
}

type Found = Extract<Row, { id: string }>;

function parentOf({ tenant_id, home_id: id, home_name: name }: Found) {
  return id === null || id === tenant_id ? null : { id, name };
}

function memberOf(
  row: Found,
  membership: Membership | undefined,
): Omit<UserActor, 'hasFreshProof'> | null {
  if (!membership) return null;
  const team = { tenantId: row.tenant_id, homeTenantId: membership.tenant_id };
  return {
    kind: 'user',
    ...team,
    personId: row.person_id,
    memberId: membership.id,
    role: membership.role,
    rights: membership.rights,
    plan: row.plan,
    teamStatus: row.status,
    privacy: Privacy.of(row),
    homePrivacy: Privacy.ofHome(row),
  };
}
