import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { erasePerson } from '../../src/features/erasure/erase-person.ts';
import { removeTeam } from '../../src/features/team/remove-team.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { codeOf, makeCommandLine, makePerson, makeSession } from '../harness/app.ts';
import { sealKey } from '../harness/mailed-links.ts';
import { endpointRow, insertEndpoint } from '../harness/rows.ts';
import { insertSandbox, makeSandbox, stateOf, untilReady, visit } from '../harness/sandbox.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';
import { OpenStream } from '../listen/harness/open-stream.ts';
import { raise } from '../listen/harness/raise-events.ts';

const api = useApi();
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let other: TestTeam;

beforeAll(async () => {
  worker = await startTestWorker(api());
});
afterAll(() => worker.stop());
beforeEach(async () => {
  other = await makeTeam(api());
});

const count = async (text: string, values: unknown[]) => {
  const { rows } = await api().sql.query<{ n: number }>(
    `select count(*)::int as n from ${text}`,
    values,
  );
  return rows[0]?.n;
};

test('a team has at most three sandboxes, even if two are made at once', async () => {
  await insertSandbox(other);
  await insertSandbox(other);
  const browsers = [await makeSession(other, other.owner), await makeSession(other, other.owner)];
  const codes = await Promise.all(
    browsers.map(({ app }) => codeOf(app.sandboxes.create.mutate({ name: 'Third' }))),
  );
  expect(codes.toSorted()).toEqual(['conflict', 'ok']);
  const { data, most } = (await browsers[0]?.app.sandboxes.list.query({})) ?? {
    data: [],
    most: 0,
  };
  expect([data.length, most]).toEqual([3, 3]);
});

test('a sandbox cannot have a sandbox, and a team cannot change the sandboxes of another', async () => {
  const id = await insertSandbox(other);
  const inside = await makeSession(other, other.owner, { tenantId: id });
  expect(await codeOf(inside.app.sandboxes.create.mutate({ name: 'Deeper' }))).toBe('conflict');
  const team = await makeTeam(api());
  const owner = await makeSession(team, team.owner);
  for (const work of [owner.app.sandboxes.reset, owner.app.sandboxes.remove]) {
    expect(await codeOf(work.mutate({ sandbox_id: id }))).toBe('not_found');
    expect(await codeOf(work.mutate({ sandbox_id: other.tenantId }))).toBe('not_found');
  }
});

test('the removal of a sandbox begins once, even while a worker fills the sandbox', async () => {
  const id = await insertSandbox(other);
  const { app } = await makeSession(other, other.owner);
  const set = (state: string) =>
    api().sql.query('update tenant set sandbox_state = $2 where id = $1', [id, state]);
  await set('removing');
  expect(await codeOf(app.sandboxes.remove.mutate({ sandbox_id: id }))).toBe('conflict');
  await set('filling');
  expect(await codeOf(app.sandboxes.remove.mutate({ sandbox_id: id }))).toBe('ok');
});

test('a change of the plan or state of a team applies to its sandboxes at once', async () => {
  const id = await insertSandbox(other);
  const inside = await makeSession(other, other.owner, { tenantId: id });
  const { key } = await inside.app.apiKeys.create.mutate({ name: 'Own', scopes: ['users:read'] });
  const status = async () => (await api().request('GET', '/users', { key })).body.code;
  expect(await status()).toBeUndefined();
  await other.set({ status: 'suspended' });
  expect(await status()).toBe('api_disabled');
  expect(
    await codeOf(inside.app.apiKeys.create.mutate({ name: 'B', scopes: ['users:read'] })),
  ).toBe('team_suspended');
  await other.set({ status: 'active', plan: 'free' });
  expect(await status()).toBe('api_disabled');
  const { app } = await makeSession(other, other.owner);
  expect(await codeOf(app.sandboxes.create.mutate({ name: 'More' }))).toBe('not_included');
  expect(await codeOf(app.sandboxes.reset.mutate({ sandbox_id: id }))).toBe('not_included');
  await other.set({ plan: 'team', rate_limit_per_min: 77 });
  const { rows } = await api().sql.query(
    'select rate_limit_per_min from tenant where sandbox_of = $1',
    [other.tenantId],
  );
  expect(rows).toEqual([{ rate_limit_per_min: 77 }]);
  expect(await status()).toBeUndefined();
  await other.set({ status: 'ended' });
  expect(await codeOf(inside.app.team.get.query({}))).toBe('team_ended');
});

test('after a handover of a team, its new owner is the owner in its sandboxes at once, and the former one is not', async () => {
  const id = await insertSandbox(other);
  const heir = await makePerson(other, { role: 'admin' });
  const [formerly, now] = [await makeSession(other, other.owner), await makeSession(other, heir)];
  const inside = [
    await makeSession(other, other.owner, { tenantId: id }),
    await makeSession(other, heir, { tenantId: id }),
  ];
  const codes = () =>
    Promise.all(inside.map(({ app }) => codeOf(app.sandboxes.setSeats.mutate({ seats: 20 }))));
  expect(await codes()).toEqual(['ok', 'forbidden']);
  await formerly.app.team.offerOwnership.mutate({ member_id: heir.memberId });
  await now.app.team.acceptOwnership.mutate({});
  expect(await codes()).toEqual(['forbidden', 'ok']);
});

test('the deletion of a team deletes its sandboxes, but no account', async () => {
  const own = await makeSandbox(other);
  const people = await count('person where true', []);
  await other.set({ status: 'ended' });
  await removeTeam(systemSteps(api().sql, other.tenantId, api().clock.now()));
  expect(await stateOf(other, own.tenantId)).toBeUndefined();
  for (const table of ['member', 'training', 'api_key', 'audit_entry', 'crm_deal']) {
    expect([table, await count(`${table} where tenant_id = $1`, [own.tenantId])]).toEqual([
      table,
      0,
    ]);
  }
  expect(await count('person where true', [])).toBe((people ?? 0) - 1);
});

test('after a reset, a sandbox has its keys and endpoints; everything else is as at the beginning', async () => {
  const own = await makeSandbox(other);
  const body = { email: 'new@example.com', role: 'member' };
  expect((await own.request('POST', '/users', { body })).status).toBe(201);
  const events = ['training.completed'];
  const hook = await own.request('POST', '/webhook-endpoints', {
    body: { url: 'https://example.com/hook', events },
  });
  const trainings = await count('training where tenant_id = $1', [own.tenantId]);
  const { app } = await makeSession(other, other.owner);
  await app.sandboxes.reset.mutate({ sandbox_id: own.tenantId });
  await untilReady(other, own.tenantId);
  expect(await count('training where tenant_id = $1', [own.tenantId])).toBe(trainings);
  const users = await own.request('GET', '/users?limit=100');
  expect(JSON.stringify(users.body)).not.toContain('new@example.com');
  expect(hook.status).toBe(201);
  const hooks = await own.request('GET', '/webhook-endpoints');
  expect(JSON.stringify(hooks.body)).toContain(String(hook.body.id));
  const kept = other.api.sql.query('select from audit_entry where tenant_id = $1', [own.tenantId]);
  expect((await kept).rowCount).toBe(0);
});

test('after a reset paused endpoints are active, those that were switched off stay off, and keys know their last use', async () => {
  const own = await makeSandbox(other);
  const failing = { failing_since: api().clock.now() };
  const paused = await insertEndpoint(own, { status: 'disabled_failures', ...failing });
  const off = await insertEndpoint(own, { status: 'disabled', ...failing });
  await api().sql.query(
    'insert into api_key_use (tenant_id, key_id, used_at) values ($1, $2, $3)',
    [own.tenantId, own.keyId, api().clock.now()],
  );
  const { app } = await makeSession(other, other.owner);
  await app.sandboxes.reset.mutate({ sandbox_id: own.tenantId });
  await untilReady(other, own.tenantId);
  expect(await endpointRow(own, paused)).toMatchObject({ status: 'active', failing_since: null });
  expect(await endpointRow(own, off)).toMatchObject({ status: 'disabled', failing_since: null });
  expect(await count('api_key_use where key_id = $1', [own.keyId])).toBe(1);
});

test('if the job of a reset runs again after the reset has ended, it removes nothing', async () => {
  const own = await makeSandbox(other);
  const trainings = await count('training where tenant_id = $1', [own.tenantId]);
  const payload = JSON.stringify({ parent: other.tenantId, sandbox: own.tenantId });
  await api().sql.query(`select enqueue('sandbox.reset', $1)`, [payload]);
  const jobs = `graphile_worker._private_jobs j where j.payload::jsonb = $1::jsonb`;
  await until('its end', async () => (await count(jobs, [payload])) === 0);
  expect(await count('training where tenant_id = $1', [own.tenantId])).toBe(trainings);
});

test('a command line that listens continues through a reset', async () => {
  const own = await makeSandbox(other);
  const { token } = await makeCommandLine(own, other.owner);
  const stream = await OpenStream.open({ port: api().port, token });
  const { app } = await makeSession(other, other.owner);
  await app.sandboxes.reset.mutate({ sandbox_id: own.tenantId });
  await untilReady(other, own.tenantId);
  const id = await raise(own);
  await stream.gets(1);
  expect([stream.ids, stream.endedFor]).toEqual([[id], undefined]);
});

test('if a team is deleted while a worker fills its sandbox, the sandbox keeps no member', async () => {
  const id = await insertSandbox(other);
  const filling = await api().sql.connect();
  onTestFinished(() => filling.release(true));
  await filling.query('begin');
  // The fill marks the sandbox as ready first.
  await filling.query('update tenant set sandbox_state = null where id = $1', [id]);
  await filling.query(
    `insert into member (tenant_id, id, email, role, status, created_through, created_at)
     values ($1, 'mem_filled', 'filled@example.com', 'member', 'invited', 'app', now())`,
    [id],
  );
  const removal = removeTeam(systemSteps(api().sql, other.tenantId, api().clock.now()));
  await until('the removal to wait for the fill', async () => {
    const waiting = `pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    return ((await count(waiting, [])) ?? 0) > 0;
  });
  await filling.query('commit');
  await removal;
  expect(await count('member where tenant_id = $1', [id])).toBe(0);
});

test('after a team deletes a sandbox, nobody can enter it, and its rows are removed', async () => {
  const own = await makeSandbox(other);
  const inside = await visit(own, other.owner);
  const { app } = await makeSession(other, other.owner);
  // Entries of the same moment are in no order.
  api().clock.travel(1_000);
  await app.sandboxes.remove.mutate({ sandbox_id: own.tenantId });
  expect(await codeOf(inside.app.team.get.query({}))).toBe('no_team');
  await until('it is gone', async () => (await stateOf(other, own.tenantId)) === undefined);
  expect((await own.request('GET', '/me')).status).toBe(401);
  const log = await app.auditLog.list.query({ object: 'sandbox' });
  expect(log.data.map(({ action, target }) => [action, target.name, target.is_gone])).toEqual([
    ['sandbox.deleted', null, true],
    ['sandbox.created', 'Trial', true],
  ]);
});

test('what a person did in a sandbox is in the own data of the person, and is erased with the member', async () => {
  const id = await insertSandbox(other);
  await other.addMember({ role: 'admin' });
  const admin = await other.addMember({ role: 'admin', canManageKeys: true });
  const inside = await makeSession(other, admin, { tenantId: id });
  await inside.app.apiKeys.create.mutate({ name: 'Own', scopes: ['users:read'] });
  const answer = await fetch(`http://127.0.0.1:${api().port}/app/export/my-data.json`, {
    headers: { cookie: `__Host-sid=${inside.session}`, 'sec-fetch-site': 'same-origin' },
  });
  const { teams } = (await answer.json()) as { teams: Record<string, unknown>[] };
  expect(teams).toMatchObject([
    { team: { id: other.tenantId }, memberships: [{ id: admin.memberId }], api_keys: [] },
    {
      team: { id, sandbox_of: other.tenantId },
      memberships: [],
      api_keys: [{ name: 'Own' }],
      audit_entries: [{ action: 'api_key.created' }],
    },
  ]);
  const withAddress = 'audit_entry where tenant_id = $1 and ip is not null';
  expect(await count(withAddress, [id])).toBe(1);
  const owner = await makeSession(other, other.owner);
  await owner.app.members.remove.mutate({ member_id: admin.memberId });
  await erasePerson(
    systemSteps(api().sql, other.tenantId, api().clock.now()),
    admin.memberId,
    sealKey,
  );
  expect(await count(withAddress, [id])).toBe(0);
});
