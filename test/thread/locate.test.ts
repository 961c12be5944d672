import { beforeAll, describe, expect, test } from 'vitest';
import { requestIdAt } from '../../src/shared/secrets/request-id.ts';
import { type Browser, makePerson, makeSession } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { idOf, linesOf } from '../request-log/harness/request-log.ts';
import { statementsOf } from '../trpc/harness/statements.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  // The ids of requests have the time of the process.
  api().clock.travel(Date.now() - api().clock.now().getTime());
  team = await makeTeam(api(), { rateLimit: 1_000_000 });
  owner = await makeSession(team, team.owner);
});

const located = async (request_id: string, browser = owner) =>
  (await browser.app.thread.getTeamOfRequest.query({ request_id })).team;

/** A read and a change of a team, as its log and its audit log know them. */
async function requestsOf(other: TestTeam): Promise<{ read: string; change: string }> {
  const read = await other.request('GET', '/me');
  await linesOf([read], await makeSession(other, other.owner));
  const email = `${crypto.randomUUID()}@example.com`;
  const change = await other.request('POST', '/users', { body: { email, role: 'member' } });
  expect(change.status).toBe(201);
  return { read: idOf(read), change: idOf(change) };
}

/** Another team, in which the owner of the first one is a member too. */
async function joined(options: { role: 'admin' | 'member'; canManageKeys?: boolean }) {
  const other = await makeTeam(api(), { rateLimit: 1_000_000 });
  const { memberId } = await other.addMember({ email: team.owner.email, ...options });
  return { other, memberId, ...(await requestsOf(other)) };
}

describe('a request of another team', () => {
  test('is found where the person has the right to see it, by its line or by its change', async () => {
    const { other, read, change } = await joined({ role: 'admin', canManageKeys: true });
    const found = { id: other.tenantId, sandbox_of: null };
    expect(await located(read)).toMatchObject(found);
    expect(await located(change.toUpperCase())).toMatchObject(found);
  });

  test('without the right to interfaces, only its change is found', async () => {
    const { other, read, change } = await joined({ role: 'admin' });
    expect(await located(read)).toBeNull();
    expect(await located(change)).toMatchObject({ id: other.tenantId });
  });

  test('is not found by a plain member, nor once the membership has ended', async () => {
    const { change } = await joined({ role: 'member' });
    expect(await located(change)).toBeNull();
    const ended = await joined({ role: 'admin', canManageKeys: true });
    expect(await located(ended.change)).toMatchObject({ id: ended.other.tenantId });
    await ended.other.addMember({ role: 'admin' });
    const { status } = await ended.other.request('DELETE', `/users/${ended.memberId}`);
    expect(status).toBe(200);
    expect(await located(ended.change)).toBeNull();
  });

  test('on the plan free, nobody finds a line', async () => {
    const { other, read, change } = await joined({ role: 'admin', canManageKeys: true });
    await api().sql.query(`update tenant set plan = 'free' where id = $1`, [other.tenantId]);
    expect(await located(read)).toBeNull();
    expect(await located(change)).toMatchObject({ id: other.tenantId });
  });

  test('is found in a sandbox of the team, and from the sandbox in the team', async () => {
    const sandbox = new TestTeam(api(), await insertSandbox(team), team.owner);
    const inside = await makeSession(sandbox, team.owner);
    const { read } = await requestsOf(team);
    expect(await located(read, inside)).toMatchObject({ id: team.tenantId, sandbox_of: null });
    const id = requestIdAt(api().clock.now());
    await api().sql.query(
      `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, request_id, created_at)
       values ($1, 'aud_1', 'user', 'mem_1', 'member.invited', 'mem_2', $2, $3)`,
      [sandbox.tenantId, id, api().clock.now()],
    );
    expect(await located(id)).toMatchObject({ id: sandbox.tenantId, sandbox_of: team.tenantId });
    const plain = await makeSession(team, await makePerson(team));
    expect(await located(id, plain)).toBeNull();
  });
});

describe('a foreign, an unknown and an expired id', () => {
  test('get the same answer after the same statements', async () => {
    await joined({ role: 'admin', canManageKeys: true });
    const foreign = await requestsOf(await makeTeam(api(), { rateLimit: 1_000_000 }));
    const ids = [
      foreign.read,
      foreign.change,
      requestIdAt(api().clock.now()),
      requestIdAt(new Date(api().clock.now().getTime() - 400 * 86_400_000)),
      '00000000-0000-4000-8000-000000000000',
    ];
    const seen: string[][] = [];
    for (const id of ids) {
      const { result, statements } = await statementsOf(api(), () => located(id));
      expect(result).toBeNull();
      // The process also writes the lines of the requests before.
      seen.push(
        statements.filter((text) => /^select\b.*(audit_entry|request_log_line)/is.test(text)),
      );
    }
    expect(seen[0]?.length).toBeGreaterThan(1);
    for (const statements of seen) expect(statements).toEqual(seen[0]);
  });
});
