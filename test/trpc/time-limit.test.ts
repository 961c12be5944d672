import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

const api = useApi({ expectsErrors: true });
let team: TestTeam;
let browser: Browser;

beforeEach(async () => {
  team = await makeTeam(api());
  browser = await makeSession(team, team.owner);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Locks a table, and returns the function that unlocks it. */
async function holdTable(name: string): Promise<() => Promise<void>> {
  const client = await api().sql.connect();
  await client.query(`begin; lock table ${name} in access exclusive mode`);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

const quiet = () =>
  vi.waitUntil(() => api().pool.idleCount === api().pool.totalCount, { timeout: 20_000 });

/** Each statement must end before 28 s. So the session takes the first 4 s and `table` the rest. */
async function answerAfterTheLimit(table: string, ask: () => Promise<Response>) {
  const releases = [await holdTable('session'), await holdTable(table)];
  let answered = false;
  const pending = ask().finally(() => {
    answered = true;
  });
  await waitingBackend(api().sql, 'session');
  vi.advanceTimersByTime(4_000);
  await releases[0]?.();
  await waitingBackend(api().sql, table);
  vi.advanceTimersByTime(25_999);
  await waitingBackend(api().sql, table);
  expect(answered).toBe(false);
  vi.advanceTimersByTime(1);
  const response = await pending;
  await releases[1]?.();
  await quiet();
  return response;
}

describe('D35: after 30 s a call of the app is answered with 503', () => {
  const refusal = (response: Response) => ({
    message: 'API vorübergehend nicht verfügbar',
    code: -32603,
    data: {
      code: 'unavailable',
      httpStatus: 503,
      retry_after: 5,
      title: 'API vorübergehend nicht verfügbar',
      request_id: response.headers.get('x-request-id'),
    },
  });

  test('a change that ends after the limit is not committed', async () => {
    const body = JSON.stringify({ user_id: team.owner.userId, title: 'Too late' });
    const response = await answerAfterTheLimit('audit_entry', () =>
      browser.post('cases.create', body),
    );
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: refusal(response) });
    const { rows } = await api().sql.query(`select from team_case where title = 'Too late'`);
    expect(rows).toEqual([]);
  });

  test('a session whose end comes after the limit continues', async () => {
    const response = await answerAfterTheLimit('security_log', () =>
      browser.post('session.signOut', '{}'),
    );
    expect(response.status).toBe(503);
    vi.useRealTimers();
    expect(await browser.app.session.current.query({})).not.toBe(null);
  });

  test('a query that reaches the limit is logged as unavailable', async () => {
    const response = await answerAfterTheLimit('team_case', () =>
      browser.fetch(`${browser.url('cases.list')}?input=%7B%7D`),
    );
    expect(response.status).toBe(503);
    const id = String(response.headers.get('x-request-id'));
    const logged = () => api().logLines.map((line) => JSON.parse(line));
    const line = await vi.waitUntil(
      () => logged().find(({ msg, request_id }) => msg === 'procedure' && request_id === id),
      { timeout: 20_000 },
    );
    expect(line.code).toBe('unavailable');
  });
});
