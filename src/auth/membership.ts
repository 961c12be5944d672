import type { Queryable } from '../db/team-db.ts';
import type { Role } from './actor.ts';

/** A person and the team in which to look for a membership. */
export type Belonging = { tenantId: string; personId: string };

export type Membership = {
  id: string;
  tenant_id: string;
  user_id: string;
  role: Role;
  rights: string[];
};

const columns = 'm.id, m.tenant_id, m.user_id, m.role, m.rights';

// All requests wait for these queries, so we give them up after 5 s (D83).
const limit = { query_timeout: 5_000 };

const inOneTeam = {
  name: 'memberships in a team',
  text: `select ${columns} from member m
    where m.tenant_id = $1 and m.user_id = any ($2::text[]) and m.status = 'active'`,
  ...limit,
};

const inSeveralTeams = {
  name: 'memberships in teams',
  text: `select ${columns} from unnest($1::text[], $2::text[]) as q (tenant_id, person_id)
    join member m on m.tenant_id = q.tenant_id and m.user_id = q.person_id and m.status = 'active'`,
  ...limit,
};

export const keyOf = ({ tenantId, personId }: Belonging): string => `${tenantId} ${personId}`;

/**
 * Reads which of these people are active members now, with role and rights. Members are rows of teams, and
 * may be on other servers than people and sessions. So they have a statement of their own. It runs after the
 * statement that names the people and teams, so its result is never older. A statement about one team
 * goes to one server.
 */
export async function readMemberships(
  db: Queryable,
  requested: readonly Belonging[],
): Promise<Map<string, Membership>> {
  const [first] = requested;
  if (!first) return new Map();
  const people = requested.map(({ personId }) => personId);
  const isOneTeam = requested.every(({ tenantId }) => tenantId === first.tenantId);
  const { rows } = await db.query<Membership>(
    isOneTeam
      ? { ...inOneTeam, values: [first.tenantId, people] }
      : { ...inSeveralTeams, values: [requested.map(({ tenantId }) => tenantId), people] },
  );
  return new Map(
    rows.map((row) => [keyOf({ tenantId: row.tenant_id, personId: row.user_id }), row]),
  );
}
