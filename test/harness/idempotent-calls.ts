import type { TestApi } from './api.ts';
import type { ApiResponse } from './response.ts';
import type { TestTeam } from './team.ts';
import { globalIds } from './world.ts';

export type CallInput = { path: string; body: Record<string, unknown> };

let names = 0;

/** A name that no other test uses, so that tests of one team do not meet. */
export function newName(): string {
  names += 1;
  return `key-${names}`;
}

export function postOf(api: () => TestApi) {
  return (key: string, name: string, { path, body }: CallInput): Promise<ApiResponse> =>
    api().request('POST', path, { key, body, headers: { 'idempotency-key': name } });
}

export function newCase(team: TestTeam): CallInput {
  return { path: '/cases', body: { user_id: team.owner.userId, title: newName() } };
}

export function newInvitation(role = 'member'): CallInput {
  return { path: '/users', body: { email: `${newName()}@example.com`, role } };
}

export function newAssignment(team: TestTeam): CallInput {
  const body = {
    member_id: team.owner.memberId,
    title: 'A task',
    situation_id: globalIds.situation,
    personality_id: globalIds.personality,
    industry_id: globalIds.industry,
  };
  return { path: '/assignments', body };
}

export function wasReplayed({ headers }: ApiResponse): boolean {
  return headers['idempotency-replayed'] === 'true';
}

export async function casesTitled(api: TestApi, title: unknown): Promise<number> {
  const { rows } = await api.sql.query(
    'select count(*)::integer as n from team_case where title = $1',
    [title],
  );
  return rows[0].n;
}

export async function auditEntries(api: TestApi): Promise<number> {
  const { rows } = await api.sql.query('select count(*)::integer as n from audit_entry');
  return rows[0].n;
}
