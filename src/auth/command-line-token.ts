import { randomBytes } from 'node:crypto';
import type { Queryable } from '../db/team-db.ts';
import type { Language } from '../shared/language/language.ts';
import { HOUR_MS } from '../shared/time/durations.ts';
import type { UserActor } from './actor.ts';
import { keyOf, type Membership, readMemberships } from './membership.ts';
import {
  type HomeSwitches,
  homePrivacyColumns,
  Privacy,
  type PrivacySwitches,
  privacyColumns,
} from './privacy.ts';
import { isOneOf } from './rights.ts';
import { hashToken } from './token.ts';

/** A login of the command line ends after this long at the latest. */
export const COMMAND_LINE_MS = 8 * HOUR_MS;
/** The last use of a token is written at most this often. */
const SEEN = `interval '1 minute'`;
/** Scanners of secrets find a token by it. */
const PREFIX = 'svcl_';
const pattern = /^svcl_[A-Za-z0-9_-]{43}$/;

/** A person at a command line, as a member of the team for which the login was confirmed. */
export type CommandLineActor = UserActor & {
  tokenId: string;
  email: string;
  name: string | null;
  lang: Language;
  teamName: string;
  isSandbox: boolean;
  machine: string;
  expiresAt: Date;
  /** When the token was read. */
  now: Date;
  /** True if the last use is written already. */
  seenBefore: boolean;
};

type Row = PrivacySwitches &
  HomeSwitches & {
    now: Date;
    id: string;
    tenant_id: string;
    home_id: string;
    person_id: string;
    machine: string;
    expires_at: Date;
    seen_before: boolean;
    email: string;
    name: string | null;
    lang: Language;
    team_name: string;
    is_sandbox: boolean;
    plan: string;
  };

/**
 * Each message of a command line begins with this statement, and with the one that reads the membership. It
 * finds the token only if the token is valid, and if the team is active on a plan with interfaces. A sandbox
 * has the status and the plan of the team to which it belongs. Its own members are no people: everybody who
 * may use it is a member of that team.
 */
const read = {
  name: 'read command line',
  text: `select q.now, c.id, c.tenant_id, c.person_id, c.machine, c.expires_at,
      c.last_used_at > q.now - ${SEEN} as seen_before, p.email, p.name, p.lang,
      t.name as team_name, t.sandbox_of is not null as is_sandbox, t.plan,
      h.id as home_id, ${privacyColumns}, ${homePrivacyColumns}
    from (select coalesce($2::timestamptz, now()) as now) q
    join command_line_token c on c.token_hash = $1 and c.expires_at > q.now
    join person p on p.id = c.person_id
    join tenant t on t.id = c.tenant_id and t.status = 'active' and t.plan <> 'free'
      and t.sandbox_state is distinct from 'removing'
    join tenant h on h.id = coalesce(t.sandbox_of, t.id)`,
  // A listener asks often, and all callers wait for this query (D83).
  query_timeout: 5_000,
};

const touch = {
  name: 'touch command line',
  text: `update command_line_token c set last_used_at = $2
    where c.id = $1 and c.last_used_at <= $2::timestamptz - ${SEEN}`,
  query_timeout: 5_000,
};

export function newCommandLineToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

export const isCommandLineToken = (token: string): boolean => pattern.test(token);

/**
 * Finds the person with this token, with the present membership and rights. Null if the token is unknown or
 * has ended, or if the person may no longer use the interfaces of the team. `at` is null, except when a test
 * has stopped the clock.
 */
export async function readCommandLineToken(
  db: Queryable,
  token: string,
  at: Date | null = null,
): Promise<CommandLineActor | null> {
  if (!isCommandLineToken(token)) return null;
  const { rows } = await db.query<Row>({ ...read, values: [hashToken(token), at] });
  const [row] = rows;
  if (!row) return null;
  const who = { tenantId: row.home_id, personId: row.person_id };
  const membership = (await readMemberships(db, [who])).get(keyOf(who));
  const actor = membership && actorOf(row, membership);
  return actor && isOneOf(actor, 'interfaces') ? actor : null;
}

/** Notes that the token was used, once in a minute. */
export async function touchCommandLine(
  db: Queryable,
  { tokenId, now, seenBefore }: CommandLineActor,
): Promise<void> {
  if (!seenBefore) await db.query({ ...touch, values: [tokenId, now] });
}

function actorOf(row: Row, { id: memberId, role, rights }: Membership): CommandLineActor {
  return {
    kind: 'user',
    tokenId: row.id,
    tenantId: row.tenant_id,
    homeTenantId: row.home_id,
    personId: row.person_id,
    memberId,
    role,
    rights,
    hasFreshProof: false,
    plan: row.plan,
    teamStatus: 'active',
    privacy: Privacy.of(row),
    homePrivacy: Privacy.ofHome(row),
    email: row.email,
    name: row.name,
    lang: row.lang,
    teamName: row.team_name,
    isSandbox: row.is_sandbox,
    machine: row.machine,
    expiresAt: row.expires_at,
    now: row.now,
    seenBefore: row.seen_before,
  };
}
