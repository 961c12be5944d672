import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { onServer } from '../harness/database.ts';
import { rateOf } from '../harness/response.ts';
import { named } from '../harness/routes.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { type Answers, answersWithout, found } from './harness/answers-without.ts';

const api = useApi({ expectsErrors: true });
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

const every = named(routes);

/** The tables that operations use, without those of admission. */
const teamTables = ['member', 'training', 'evaluation', 'assignment', 'team_case', 'crm_deal'];
const others = ['crm_objection', 'policy', 'audit_entry', 'webhook_endpoint', 'event_feed'];
const allTables = [...teamTables, ...others];

// The statements are sent one at a time, because Citus takes no other form.
async function away(): Promise<void> {
  for (const name of allTables) await api().sql.query(`alter table ${name} rename to ${name}_away`);
}

async function back(): Promise<void> {
  for (const name of allTables) await api().sql.query(`alter table ${name}_away rename to ${name}`);
}

describe('500 internal', () => {
  let answers: Map<string, Answers>;
  beforeAll(async () => {
    // GET /me reads only what admission reads, so no other table can break it.
    const isOfAdmission = ({ route }: (typeof every)[0]) => route.template === '/me';
    const rest = every.filter((one) => !isOfAdmission(one));
    answers = new Map([
      ...(await answersWithout(breakAdmission, world, every.filter(isOfAdmission))),
      ...(await answersWithout({ away, back }, world, rest)),
    ]);
  });

  test.each(every)(
    '$name: the body has no internals, and the next request succeeds again',
    ({ name, route }) => {
      const { response, after } = found(answers, name);
      expect(response.status).toBe(500);
      expect(response.body).toEqual({
        type: expect.stringMatching(/#internal$/),
        title: 'Interner Fehler',
        status: 500,
        code: 'internal',
        request_id: response.headers['x-request-id'],
      });
      expect(after.status).toBe(route.meta.status);
    },
  );

  test('D82: the log has the error under the request id', async () => {
    await away();
    const response = await world.team.request('GET', '/users').finally(back);
    const line = api().logLines.find(
      (entry) => entry.includes(response.body.request_id) && entry.includes('"level":"error"'),
    );
    expect(line).toContain('does not exist');
  });

  test('D61: the headers of a 500 have the last known numbers', async () => {
    const before = rateOf(await world.team.request('GET', '/me'));
    await away();
    const response = await world.team.request('GET', '/users').finally(back);
    expect(rateOf(response).remaining).toBe(before.remaining - 1);
  });
});

/** Breaks a function of the database in place of a table. */
const breakAdmission = {
  away: async () => {
    await api().sql.query('alter function admit_calls rename to admit_away');
  },
  back: async () => {
    await api().sql.query('alter function admit_away rename to admit_calls');
  },
};

/** Makes the database refuse new connections, and ends all others. */
async function stopDatabase(): Promise<void> {
  const { name } = api().database;
  await onServer(async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    // Waits until all have ended: a late signal would hit the database after its return. A pooler names its connections
    // after their last user, so all connections but those of the test are ended.
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = $1 and application_name <> 'test'`,
      [name],
    );
  });
}

async function startDatabase(): Promise<void> {
  const { name } = api().database;
  await onServer((client) => client.query(`alter database ${name} allow_connections true`));
  // A pooler retries after a second, and refuses until then.
  const isReady = async () => (await api().requestAt('GET', '/readyz')).status === 200;
  await until('the API to reach the database', isReady);
}

/** Takes a lock, and returns a function that releases it. */
async function hold(lock: string): Promise<() => Promise<void>> {
  const client = await api().sql.connect();
  await client.query(`begin; ${lock}`);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const holdTable = (name: string) => hold(`lock table ${name} in access exclusive mode`);
const quiet = () =>
  vi.waitUntil(() => api().pool.idleCount === api().pool.totalCount, { timeout: 20_000 });

describe('503 unavailable', () => {
  let answers: Map<string, Answers>;
  beforeAll(async () => {
    const stopped = { away: stopDatabase, back: startDatabase, isSlow: true };
    answers = await answersWithout(stopped, world, every);
  });

  test.each(every)(
    '$name: D61 while the database is stopped, and the next request succeeds again',
    ({ name, route }) => {
      const { response, after } = found(answers, name);
      expect(response.status).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(rateOf(response)).toEqual({ limit: 120, remaining: 0, reset: 5 });
      expect(response.body).toEqual({
        type: expect.stringMatching(/#unavailable$/),
        title: 'API vorübergehend nicht verfügbar',
        status: 503,
        code: 'unavailable',
        request_id: response.headers['x-request-id'],
      });
      expect(after.status).toBe(route.meta.status);
    },
  );

  test('many requests while the database comes and goes are answered 2xx or 503, never anything else', async () => {
    const reading = routes.filter(({ method }) => method === 'GET');
    const valid = await Promise.all(reading.map((route) => validRequest(route, world)));
    const statuses = new Set<number>();
    const asking = (async () => {
      for (let round = 0; round < 12; round++) {
        const responses = await Promise.all(
          valid.map(({ path }) => world.team.request('GET', path)),
        );
        for (const { status } of responses) statuses.add(status);
      }
    })();
    for (let i = 0; i < 3; i++) {
      await stopDatabase();
      await startDatabase();
    }
    await asking;
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await world.team.request('GET', '/users')).status).toBe(200);
  });

  test('if its connection is ended in the middle, a mutation gets 503 and does nothing half', async () => {
    const release = await holdTable('audit_entry');
    const title = 'Half done';
    const body = { user_id: world.member.userId, title };
    const pending = world.team.request('POST', '/cases', { body });
    await api().sql.query('select pg_terminate_backend($1::integer)', [
      await waitingBackend(api().sql, 'audit_entry'),
    ]);
    expect((await pending).status).toBe(503);
    await release();
    const { rows } = await api().sql.query('select from team_case where title = $1', [title]);
    expect(rows).toEqual([]);
    expect((await world.team.request('POST', '/cases', { body })).status).toBe(201);
  });

  test('D83: if no connection becomes free in time, a request gets 503', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => api().pool.connect()));
    const response = await world.team.request('GET', '/users').finally(() => {
      for (const client of clients) client.release();
    });
    expect(response.status).toBe(503);
    expect((await world.team.request('GET', '/users')).status).toBe(200);
  });

  // No statement of a request waits for 28 s, but several together do.
  describe('D35: after 30 s', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('a request gets 503, and what it does too late is not committed', async () => {
      const releases = [await holdTable('tenant'), await holdTable('audit_entry')];
      const body = { user_id: world.member.userId, title: 'Too late' };
      let answered = false;
      const pending = world.team.request('POST', '/cases', { body }).finally(() => {
        answered = true;
      });
      await waitingBackend(api().sql, 'admit');
      vi.advanceTimersByTime(4_000);
      await releases[0]?.();
      await waitingBackend(api().sql, 'audit_entry');
      vi.advanceTimersByTime(25_999);
      await waitingBackend(api().sql, 'audit_entry');
      expect(answered).toBe(false);
      vi.advanceTimersByTime(1);
      expect((await pending).status).toBe(503);
      await releases[1]?.();
      await quiet();
      const { rows } = await api().sql.query(`select from team_case where title = 'Too late'`);
      expect(rows).toEqual([]);
    });

    test('a read that takes too long is answered and logged once, as 503', async () => {
      const releases = [await holdTable('tenant'), await holdTable('member')];
      const pending = world.team.request('GET', '/users');
      await waitingBackend(api().sql, 'admit');
      vi.advanceTimersByTime(4_000);
      await releases[0]?.();
      await waitingBackend(api().sql, 'member');
      vi.advanceTimersByTime(26_000);
      const { status, headers } = await pending;
      expect(status).toBe(503);
      await releases[1]?.();
      await quiet();
      expect((await world.team.request('GET', '/users')).status).toBe(200);
      const id = String(headers['x-request-id']);
      const lines = api().logLines.filter(
        (line) => line.includes(id) && line.includes('"msg":"request"'),
      );
      expect(lines).toHaveLength(1);
    });

    test('D83: a mutation whose connection falls silent is answered in time, and its connection is given up', async () => {
      const release = await holdTable('audit_entry');
      const body = { user_id: world.member.userId, title: 'Silence' };
      const pending = world.team.request('POST', '/cases', { body });
      await waitingBackend(api().sql, 'audit_entry');
      vi.advanceTimersByTime(28_000);
      expect((await pending).status).toBe(503);
      expect(api().pool.idleCount).toBe(api().pool.totalCount);
      await release();
      const { rows } = await api().sql.query(`select from team_case where title = 'Silence'`);
      expect(rows).toEqual([]);
    });
  });

  test('/readyz reports that the database is away, and /healthz does not', async () => {
    await stopDatabase();
    const ready = await api().requestAt('GET', '/readyz').finally(startDatabase);
    expect(ready.status).toBe(503);
    expect((await api().requestAt('GET', '/healthz')).status).toBe(200);
    expect((await api().requestAt('GET', '/readyz')).status).toBe(200);
  });

  test('with the maintenance switch, every request gets 503', async () => {
    const off = await api().beside({ env: { MAINTENANCE: 'on' } });
    for (const key of [world.team.key, undefined]) {
      expect((await off.request('GET', '/me', { key })).status).toBe(503);
    }
    await off.close();
  });
});
