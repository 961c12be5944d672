import { Agent, request } from 'node:http';
import { register } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { TestApi } from '../harness/api.ts';
import { cloneDatabase } from '../harness/database.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { ask, type Feed, read, typesOf } from './harness/feed.ts';

const api = useApi();

async function waiting(): Promise<number> {
  const metric = await register.getSingleMetric('event_feed_waiting_calls')?.get();
  return metric?.values[0]?.value ?? 0;
}

const untilWaiting = (count: number) =>
  until(`${count} calls wait`, async () => (await waiting()) === count);

describe('GET /events?wait', () => {
  test('D178: answers as soon as there is an event, and holds no connection until then', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const answer = read(team, { wait: '20', cursor });
    await untilWaiting(1);
    await until('no connection is held', () => api().pool.totalCount === api().pool.idleCount);
    const began = performance.now();
    await team.addMember();
    expect(typesOf(await answer)).toEqual(['member.joined']);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await waiting()).toBe(0);
  });

  test('D178: without an event it answers an empty page when the time is over; no latency has the waiting', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const began = performance.now();
    const page = await read(team, { wait: '1', cursor });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(page).toEqual({ data: [], cursor: expect.any(String), has_more: false });
    const [line] = api()
      .logLines.toReversed()
      .map((text) => JSON.parse(text));
    expect(line).toMatchObject({ route: '/events', status: 200 });
    expect(line.ms).toBeLessThan(900);
    for (const wrong of ['21', '-1', '1.5', 'x']) {
      expect((await ask(team, { wait: wrong })).status).toBe(422);
    }
  });

  test('an event of another type ends no waiting, and moves the cursor', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team, { types: 'member.removed' });
    const answer = read(team, { wait: '20', cursor, types: 'member.removed' });
    await untilWaiting(1);
    const { memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    expect(typesOf(await answer)).toEqual(['member.removed']);
  });

  test('events of other types make a waiting call read a few times a second, not at each of them', async () => {
    const team = await makeTeam(api());
    const types = 'member.removed';
    const { cursor } = await read(team, { types });
    const answer = read(team, { wait: '20', cursor, types });
    await untilWaiting(1);
    let used = 0;
    const count = () => {
      used += 1;
    };
    api().pool.on('acquire', count);
    const began = performance.now();
    for (let n = 0; n < 300; n++) {
      await api().sql.query(`select pg_notify('event_feed', $1)`, [team.tenantId]);
    }
    const seconds = (performance.now() - began) / 1_000;
    api().pool.off('acquire', count);
    // A reading takes three statements.
    expect(used).toBeLessThan(20 + 20 * seconds);
    const { memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    expect(typesOf(await answer)).toEqual(['member.removed']);
  });

  test('a key waits once, a team ten times; one too many gets its page at once', async () => {
    const team = await makeTeam(api());
    const keys = [team.key];
    for (let n = 0; n < 10; n++) keys.push((await team.createKey()).key);
    const { cursor } = await read(team);
    const answers = keys.slice(0, 10).map((key) => read(team, { wait: '20', cursor }, key));
    await untilWaiting(10);
    for (const key of [team.key, keys[10]]) {
      expect(await read(team, { wait: '20', cursor }, key)).toMatchObject({ data: [] });
    }
    await team.addMember();
    const pages: Feed[] = await Promise.all(answers);
    expect(new Set(pages.map((page) => typesOf(page).join()))).toEqual(new Set(['member.joined']));
  });

  test('a key that is revoked while it waits gets 401, and a team that is suspended 403', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const answer = ask(team, { wait: '20', cursor });
    await untilWaiting(1);
    const began = performance.now();
    await team.revokeKey(team.keyId);
    expect((await answer).status).toBe(401);
    expect(performance.now() - began).toBeLessThan(10_000);
    const other = await makeTeam(api());
    const begin = await read(other);
    const suspended = ask(other, { wait: '20', cursor: begin.cursor });
    await untilWaiting(1);
    await other.set({ status: 'suspended' });
    expect((await suspended).body.code).toBe('api_disabled');
  });

  test('D180: the switch is judged when the answer is written', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const answer = read(team, { wait: '20', cursor });
    await untilWaiting(1);
    await team.set({ member_detail_enabled: false });
    await team.addMember();
    expect((await answer).data[0]?.data).not.toHaveProperty('user_id');
  });

  test('D178: HEAD ignores `wait`', async () => {
    const team = await makeTeam(api());
    const began = performance.now();
    const { status, text } = await team.request('HEAD', '/events?wait=20');
    expect([status, text]).toEqual([200, '']);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('a client that has gone frees its place', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const agent = new Agent();
    const path = `${BASE_PATH}/events?${new URLSearchParams({ wait: '20', cursor })}`;
    const headers = { authorization: `Bearer ${team.key}` };
    const gone = request({ host: '127.0.0.1', port: api().port, path, agent, headers });
    gone.on('error', () => undefined);
    gone.end();
    await untilWaiting(1);
    gone.destroy();
    await untilWaiting(0);
  });

  test('an event is found without its notification, while the connection for notifications is lost', async () => {
    const team = await makeTeam(api());
    const { cursor } = await read(team);
    const answer = read(team, { wait: '20', cursor });
    await untilWaiting(1);
    await until('the connection is lost', async () => {
      const { rowCount } = await api().sql.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ilike 'listen event_feed%'`,
      );
      return rowCount === 1;
    });
    await team.addMember();
    expect(typesOf(await answer)).toEqual(['member.joined']);
  });

  test('a stop answers all waiting calls at once', async () => {
    const database = await cloneDatabase();
    const own = await TestApi.start({ database });
    const team = await makeTeam(own);
    const { cursor } = await read(team);
    const query = new URLSearchParams({ wait: '20', cursor });
    const answer = fetch(`http://127.0.0.1:${own.port}${BASE_PATH}/events?${query}`, {
      headers: { authorization: `Bearer ${team.key}` },
    });
    await untilWaiting(1);
    const began = performance.now();
    // All that wait would otherwise read at once, while the process ends.
    const lock = await own.sql.connect();
    await lock.query('begin; lock table event_feed in access exclusive mode');
    const closed = own.close();
    const page = await answer;
    expect([page.status, await page.json()]).toMatchObject([200, { data: [] }]);
    expect(performance.now() - began).toBeLessThan(10_000);
    await lock.query('commit');
    lock.release();
    await closed;
    await database.drop();
  });
});
