import type { Queryable } from '../db/team-db.ts';
import { DAY_MS, WEEK_MS } from '../shared/durations.ts';
import type { Language } from '../shared/language.ts';
import type { Role, UserActor } from './actor.ts';
import { isFresh } from './rights.ts';
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
  activeTeam: { id: string; name: string } | null;
  /**
   * The person's membership in the active team. Null without a team, or if the membership has
   * ended.
   */
  actor: UserActor | null;
};

/**
 * What a person is in the team, kept with a proof: when it changes, the proof counts no more. So a
 * session that is stolen before its person becomes more does not become more.
 */
export function standingOf(
  team: { tenantId: string; role: Role; rights: readonly string[] } | null,
): string {
  return team ? [team.tenantId, team.role, ...team.rights.toSorted()].join(' ') : '';
}

/** How long a session lasts when it is not used. */
const IDLE_MS = WEEK_MS;
/** How long a session lasts at most. */
export const LONGEST_MS = 30 * DAY_MS;
/** How many sessions a person has at most. With one more the oldest ends. */
export const MAX_SESSIONS = 100;
/** How long the former token of a session is valid. */
const OVERLAP = `interval '30 seconds'`;
/** How often at most the last use is written. */
const SEEN = `interval '1 minute'`;

/** The condition on a session that is valid, for Prisma. `load` has the same in SQL. */
export function livingAt(now: Date) {
  return { expires_at: { gt: now }, last_seen_at: { gt: new Date(now.getTime() - IDLE_MS) } };
}

type Row = { now: Date } & (
  | { id: null }
  | {
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
      tenant_id: string | null;
      team_name: string;
      member_id: string;
      role: Role;
      rights: string[];
      plan: string;
      status: UserActor['teamStatus'];
      member_detail_enabled: boolean;
      leaderboard_enabled: boolean;
    }
);

/**
 * The one statement that each request of the app begins with: the time, and the session with its
 * person, the membership and the team as they are now. Nothing of it is kept for the next request.
 * It reads the sessions of several requests at once.
 */
const load = {
  name: 'load sessions',
  text: `select q.now, s.id, s.person_id, p.email, p.name, p.lang,
      case when s.token_hash = i.hash then s.proved_at end as proved_at, s.proved_as,
      s.last_seen_at > q.now - ${SEEN} as seen_before,
      s.token_hash = i.hash as is_newest_token, s.is_over,
      t.id as tenant_id, t.name as team_name, m.id as member_id, m.role, m.rights, t.plan, t.status,
      t.member_detail_enabled, t.leaderboard_enabled
    from (select coalesce($2::timestamptz, now()) as now) q
    cross join unnest($1::bytea[]) with ordinality as i (hash, n)
    left join lateral (
      select c.*, false as is_over from session c where c.token_hash = i.hash
      union all
      select c.*, c.rotated_at <= q.now - ${OVERLAP} from session c where c.previous_hash = i.hash
      limit 1
    ) s on s.expires_at > q.now and s.last_seen_at > q.now - interval '${IDLE_MS} milliseconds'
    left join person p on p.id = s.person_id
    left join member m on m.tenant_id = s.active_tenant_id and m.user_id = s.person_id
      and m.status = 'active'
    left join tenant t on t.id = m.tenant_id
    order by i.n`,
  // All requests wait for this query, so we give it up after 5 s (D83).
  query_timeout: 5_000,
};

// It passes over what another process writes at this moment, so that the two never wait for each other.
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

/** What a browser shows, and where from. */
export type Shown = { token: string | undefined; ip: string | null; userAgent: string | null };
export type Known = { now: Date; session: Session | null };
export type Read = Known & {
  seenBefore: boolean;
  /** What the person is now, if that is not what the shown token was made for. */
  outgrown: string | null;
  /** The session of which this was a token before, and is none any more. */
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
  return rows.map(readRow);
}

/** Notes the use of sessions, with the place of it. */
export async function touchSessions(
  db: Queryable,
  now: Date,
  used: (Omit<Shown, 'token'> & { id: string })[],
): Promise<void> {
  const ids = used.map(({ id }) => id);
  const ips = used.map(({ ip }) => ip);
  const agents = used.map(({ userAgent }) => userAgent);
  await db.query({ ...touch, values: [now, ids, ips, agents] });
}

function readRow(row: Row): Read {
  const { now } = row;
  if (row.id === null || row.is_over) {
    return { now, session: null, seenBefore: true, outgrown: null, former: row.id };
  }
  const { id, person_id: personId, email, name, lang } = row;
  const activeTeam = row.tenant_id === null ? null : { id: row.tenant_id, name: row.team_name };
  const member = memberOf(row);
  const standing = standingOf(member);
  const isSame = row.proved_as === null || row.proved_as === standing;
  const provedAt = isSame ? row.proved_at : null;
  const actor = member && { ...member, hasFreshProof: isFresh({ provedAt }, now) };
  const session = { id, personId, email, name, lang, provedAt, activeTeam, actor };
  const outgrown = !isSame && row.is_newest_token ? standing : null;
  return { now, session, seenBefore: row.seen_before, outgrown, former: null };
}

function memberOf(row: Extract<Row, { id: string }>): Omit<UserActor, 'hasFreshProof'> | null {
  if (row.tenant_id === null) return null;
  return {
    kind: 'user',
    tenantId: row.tenant_id,
    personId: row.person_id,
    memberId: row.member_id,
    role: row.role,
    rights: row.rights,
    plan: row.plan,
    teamStatus: row.status,
    privacy: {
      memberDetailEnabled: row.member_detail_enabled,
      leaderboardEnabled: row.leaderboard_enabled,
    },
  };
}
