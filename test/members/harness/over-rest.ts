import type { TestTeam } from '../../harness/team.ts';

export async function codeOf(answer: Promise<{ status: number; body: { code?: string } }>) {
  const { status, body } = await answer;
  return [status, body.code];
}

export const invite = (team: TestTeam, body: object, key = team.key) =>
  team.request('POST', '/users', { body, key });

export async function rowsOf(team: TestTeam, sql: string, ...params: unknown[]) {
  return (await team.api.sql.query(sql, [team.tenantId, ...params])).rows;
}
