import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import {
  auditEntries,
  casesTitled,
  newCase,
  newInvitation,
  newName,
  postOf,
  wasReplayed,
} from '../harness/idempotent-calls.ts';
import { named } from '../harness/routes.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
const post = postOf(api);
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

const posts = named(routes.filter(({ method }) => method === 'POST'));

test.each(posts)('$name, D92: 50 parallel calls with one key act once', async ({ route }) => {
  const valid = await validRequest(route, world);
  const headers = { 'idempotency-key': newName() };
  const before = await auditEntries(api());
  const responses = await Promise.all(
    Array.from({ length: 50 }, () =>
      world.team.request('POST', valid.path, { ...withBody(valid), headers }),
    ),
  );
  const acted = responses.filter((r) => r.status === route.meta.status && !wasReplayed(r));
  expect(acted).toHaveLength(1);
  for (const response of responses) {
    if (response.status === route.meta.status) expect(response.body).toEqual(acted[0]?.body);
    else expect([response.status, response.body.code]).toEqual([409, 'conflict']);
  }
  expect((await auditEntries(api())) - before).toBe(1);
});

describe('D92: a call while the first call with its key runs', () => {
  const rowOf = { '/users': 'tenant where id', '/cases': 'member where tenant_id' };

  /** Stops a POST at the row of the team or the owner that it locks before it acts. */
  async function whileHeld(
    work: (holder: { release: () => Promise<unknown> }) => Promise<void>,
    team: TestTeam,
    path: keyof typeof rowOf = '/users',
  ) {
    const client = await api().sql.connect();
    await client.query('begin');
    await client.query(`select from ${rowOf[path]} = $1 for no key update`, [team.tenantId]);
    await work({ release: () => client.query('commit') }).finally(async () => {
      await client.query('rollback');
      client.release();
    });
  }

  test("gets 409 at once, and later the first call's response", async () => {
    const team = await makeTeam(api());
    const [name, request] = [newName(), newInvitation()];
    await whileHeld(async ({ release }) => {
      const first = post(team.key, name, request);
      await waitingBackend(api().sql);
      const second = await post(team.key, name, request);
      expect([second.status, second.body.code]).toEqual([409, 'conflict']);
      expect(second.body.detail).toContain('Idempotency-Key');
      await release();
      expect((await first).status).toBe(201);
    }, team);
    const third = await post(team.key, name, request);
    expect([third.status, wasReplayed(third)]).toEqual([201, true]);
  });

  test('does not wait for another API key or another team (D88)', async () => {
    const [team, foreign] = [await makeTeam(api()), await makeTeam(api())];
    const other = await team.createKey();
    const name = newName();
    await whileHeld(async ({ release }) => {
      const first = post(team.key, name, newInvitation());
      await waitingBackend(api().sql);
      expect((await post(other.key, name, newCase(team))).status).toBe(201);
      expect((await post(foreign.key, name, newCase(foreign))).status).toBe(201);
      await release();
      expect((await first).status).toBe(201);
    }, team);
  });

  test('is undone if it has not seen the record of the first call, and the record stays', async () => {
    const team = await makeTeam(api());
    const [name, request] = [newName(), newCase(team)];
    const first = await post(team.key, name, request);
    const rename = (from: string, to: string) =>
      api().sql.query('update idempotency_record set key = $2 where key = $1', [from, to]);
    // The record looks as if the first call had committed between this call's look-up and its lock.
    await rename(name, 'out of sight');
    await whileHeld(
      async ({ release }) => {
        const second = post(team.key, name, request);
        await waitingBackend(api().sql);
        await rename('out of sight', name);
        await release();
        const { status, body } = await second;
        expect([status, body.code]).toEqual([409, 'conflict']);
        expect(body.detail).toContain('Idempotency-Key');
      },
      team,
      '/cases',
    );
    expect(await casesTitled(api(), request.body.title)).toBe(1);
    const third = await post(team.key, name, request);
    expect([third.status, third.body, wasReplayed(third)]).toEqual([201, first.body, true]);
  });

  test('D93: a crash frees the key, and nothing is half done', async () => {
    const team = await makeTeam(api());
    const [name, request] = [newName(), newInvitation()];
    await whileHeld(async () => {
      const first = post(team.key, name, request);
      await api().sql.query('select pg_terminate_backend($1::integer)', [
        await waitingBackend(api().sql),
      ]);
      expect((await first).status).toBe(503);
    }, team);
    const { rows } = await api().sql.query(
      `select (select count(*)::integer from member where tenant_id = $1) as members,
         (select count(*)::integer from idempotency_record where tenant_id = $1) as records,
         (select count(*)::integer from audit_entry where tenant_id = $1
           and action = 'member.invited') as entries`,
      [team.tenantId],
    );
    expect(rows[0]).toEqual({ members: 1, records: 0, entries: 0 });
    const again = await post(team.key, name, request);
    expect([again.status, wasReplayed(again)]).toEqual([201, false]);
  });
});

test('D93: the response is stored in the transaction of the action and its audit entry', async () => {
  const name = newName();
  const { body } = await post(world.team.key, name, newCase(world.team));
  const { rows } = await api().sql.query(
    `select (select xmin::text from team_case where id = $1) as action,
       (select xmin::text from audit_entry where target_id = $1) as entry,
       (select xmin::text from idempotency_record where key = $2) as stored`,
    [body.id, name],
  );
  expect(rows[0].stored).toBe(rows[0].action);
  expect(rows[0].entry).toBe(rows[0].action);
});
