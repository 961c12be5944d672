import type pg from 'pg';
import type { Language } from '../shared/language.ts';
import type { Role, UserActor } from './actor.ts';
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

const DAY_MS = 86_400_000;
/** How long a session lasts when it is not used. */
const IDLE_MS = 7 * DAY_MS;
/** How long a session lasts at most. */
export const LONGEST_MS = 30 * DAY_MS;
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
      seen_before: boolean;
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
 */
const load = {
  name: 'load session',
  text: `select q.now, s.id, s.person_id, p.email, p.name, p.lang,
      case when s.token_hash = $1 then s.proved_at end as proved_at,
      s.last_seen_at > q.now - ${SEEN} as seen_before,
      t.id as tenant_id, t.name as team_name, m.id as member_id, m.role, m.rights, t.plan, t.status,
      t.member_detail_enabled, t.leaderboard_enabled
    from (select coalesce($2::timestamptz, now()) as now) q
    left join lateral (
      select c.* from session c where c.token_hash = $1
      union all
      select c.* from session c where c.previous_hash = $1 and c.rotated_at > q.now - ${OVERLAP}
      limit 1
    ) s on s.expires_at > q.now and s.last_seen_at > q.now - interval '${IDLE_MS} milliseconds'
    left join person p on p.id = s.person_id
    left join member m on m.tenant_id = s.active_tenant_id and m.user_id = s.person_id
      and m.status = 'active'
    left join tenant t on t.id = m.tenant_id`,
};

const touch = {
  name: 'touch session',
  text: `update session s set last_seen_at = $2, ip = $3, user_agent = $4
    where s.id = $1 and s.last_seen_at <= $2::timestamptz - ${SEEN}`,
};

type Shown = {
  token: string | undefined;
  ip: string | null;
  userAgent: string | null;
  /** Null, except when a test has stopped the clock. */
  at: Date | null;
};

/** Finds the session of a token, and the time of the request. */
export async function loadSession(
  pool: pg.Pool,
  { token, ip, userAgent, at }: Shown,
): Promise<{ now: Date; session: Session | null }> {
  const hash = token !== undefined && tokenPattern.test(token) ? hashToken(token) : null;
  const { rows } = await pool.query<Row>({ ...load, values: [hash, at] });
  const [row] = rows;
  if (!row) throw new Error('The database does not tell the time');
  const { now } = row;
  if (row.id === null) return { now, session: null };
  if (!row.seen_before) await pool.query({ ...touch, values: [row.id, now, ip, userAgent] });
  const { id, person_id: personId, email, name, lang, proved_at: provedAt } = row;
  const activeTeam = row.tenant_id === null ? null : { id: row.tenant_id, name: row.team_name };
  const session = { id, personId, email, name, lang, provedAt, activeTeam, actor: actorOf(row) };
  return { now, session };
}

function actorOf(row: Extract<Row, { id: string }>): UserActor | null {
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
