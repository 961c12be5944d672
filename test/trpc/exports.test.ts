import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Browser, codeOf, makeSession, ORIGIN } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  await api().sql.query('update tenant set name = $2 where id = $1', [
    team.tenantId,
    'Müller & Söhne',
  ]);
  await api().sql.query(`update person set name = '=cmd|calc' where id = $1`, [team.owner.userId]);
});

const urlOf = (file: string) => `http://127.0.0.1:${api().port}/app/export/${file}`;

function ask(file: string, browser = owner, headers: Record<string, string> = {}) {
  const cookie = `__Host-sid=${browser.session ?? ''}`;
  return fetch(urlOf(file), { headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } });
}

async function refusal(answer: Response): Promise<[number, string]> {
  const { error } = (await answer.json()) as { error: { data: { code: string } } };
  return [answer.status, error.data.code];
}

function fillAudit(rows: number, note = '') {
  return api().sql.query(
    `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, changes, created_at)
     select $1, 'aud_' || n, 'user', $2, 'case.changed', 'cas_' || n % 3, $4,
       '2026-01-01'::timestamptz + n * interval '1 s'
     from generate_series(1, $3::integer) n on conflict do nothing`,
    [team.tenantId, team.owner.memberId, rows, JSON.stringify({ changed: ['title'], note })],
  );
}

test('the audit log as CSV in German: separators, byte order mark, titles, file name; no cell is a formula', async () => {
  await fillAudit(3);
  const answer = await ask('audit-log.csv?object=case&lang=de');
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit-log-mueller-soehne-2026-11-18.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  const [head, ...lines] = text.split('\r\n');
  expect(head).toMatch(/^\uFEFF"Zeit \(UTC\)";"Wer: Art";"Wer: Name"/);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain(`"2026-01-01T00:00:03.000Z";"Mitglied";"'=cmd|calc"`);
  expect(lines[0]).toContain('"Fall geändert";"case.changed";"Fall"');
  const english = await (await ask('audit-log.csv?object=case&lang=en')).text();
  expect(english).toMatch(/^"Time \(UTC\)","Who: kind"/);
  expect(english).toContain('"Case changed","case.changed","Case"');
});

test('NDJSON has exactly the entries that the filter selects, in order; the export is in the audit log', async () => {
  const filter = { object: 'case', target_id: 'cas_1' };
  const { data } = await owner.app.auditLog.list.query(filter);
  const answer = await ask(`audit-log.ndjson?${new URLSearchParams(filter)}`);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(data);
  const { data: entries } = await owner.app.auditLog.list.query({ action: 'audit_log.exported' });
  const request_id = answer.headers.get('x-request-id');
  expect(entries.find((entry) => entry.request_id === request_id)).toMatchObject({
    actor: { is_me: true },
    ip: '127.0.0.1',
    changes: expect.arrayContaining([
      { field: 'format', after: 'ndjson' },
      { field: 'target_id', after: 'cas_1' },
    ]),
  });
});

test('the request log', async () => {
  const answer = await team.request('GET', '/me');
  const request_id = String(answer.headers['x-request-id']);
  await until(
    'the line',
    async () => (await owner.app.requestLog.list.query({ request_id })).data[0],
  );
  const { data } = await owner.app.requestLog.list.query({ request_id });
  const file = await ask(`request-log.ndjson?request_id=${request_id}`);
  expect(JSON.parse(await file.text())).toEqual(data[0]);
  expect(await (await ask('request-log.csv?status_class=5xx')).text()).toMatch(/^[^\n]*\r\n$/);
});

describe('who may export', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, [403, 'cross_site']],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }, [403, 'cross_site']],
    ['nobody', { cookie: '' }, [401, 'not_signed_in']],
  ])('%s may not', async (_, headers, expected) => {
    expect(await refusal(await ask('audit-log.csv', owner, headers as never))).toEqual(expected);
  });

  test('an old browser sends its origin instead', async () => {
    const cookie = `__Host-sid=${owner.session ?? ''}`;
    const answer = await fetch(urlOf('audit-log.csv'), { headers: { cookie, origin: ORIGIN } });
    expect(answer.status).toBe(200);
    await answer.text();
  });

  test('each export needs the right of its list', async () => {
    const admin = await makeSession(team, await team.addMember({ role: 'admin' }));
    const member = await makeSession(team, await team.addMember());
    expect(await refusal(await ask('audit-log.csv', member))).toEqual([403, 'forbidden']);
    expect(await refusal(await ask('request-log.csv', admin))).toEqual([403, 'forbidden']);
    expect(await codeOf(admin.app.requestLog.list.query({}))).toBe('forbidden');
    const allowed = await ask('audit-log.csv', admin);
    expect(allowed.status).toBe(200);
    await allowed.text();
  });

  test.each(['audit-log.csv', 'request-log.ndjson'])(
    '%s asks for a fresh proof, and so does the call with which the page begins it',
    async (file) => {
      const provedAt = new Date(api().clock.now().getTime() - 600_000);
      const old = await makeSession(team, team.owner, { provedAt });
      expect(await refusal(await ask(file, old))).toEqual([403, 'fresh_proof_required']);
      const { auditLog, requestLog } = old.app;
      const noun = file.startsWith('audit') ? auditLog : requestLog;
      expect(await codeOf(noun.export.query({}))).toBe('fresh_proof_required');
      expect(await codeOf(noun.list.query({}))).toBe('ok');
    },
  );

  test.each([
    ['audit-log.xls', 404],
    ['keys.csv', 404],
    ['members.csv?search=lea', 422],
    ['audit-log.csv?surprise=1', 422],
    ['audit-log.csv?lang=fr', 422],
    ['audit-log.csv?since=yesterday', 422],
    ['audit-log.csv?actor=a&actor=b', 422],
  ])('%s is refused', async (file, status) => {
    expect((await ask(file)).status).toBe(status);
  });
});

describe('a long export', () => {
  const ROWS = 8_000;

  // The file has more bytes than a connection holds for a reader that reads nothing.
  beforeAll(() => fillAudit(ROWS, 'x'.repeat(2_000)));

  const busy = () => api().pool.totalCount - api().pool.idleCount;

  /** A client that reads only what the test asks for, like a browser on a slow line. */
  async function slowReader(file: string, browser = owner) {
    const socket = connect({ port: api().port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(
      `GET /app/export/${file} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\nCookie: __Host-sid=${browser.session}\r\n\r\n`,
    );
    await once(socket, 'readable');
    return socket;
  }

  /** The same, with the id of its request. Undefined while exports of earlier tests still run. */
  async function readerWithSlot(file: string) {
    const reader = await slowReader(file);
    const [head] = String(reader.read()).split('\r\n\r\n');
    const [, id] = /^x-request-id: (\S+)/im.exec(head ?? '') ?? [];
    if (id && head?.startsWith('HTTP/1.1 200')) return { reader, id };
    reader.destroy();
    return undefined;
  }

  test('is whole, in pieces, with each row once', async () => {
    const text = await (await ask('audit-log.ndjson?object=case')).text();
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
  });

  test('holds no connection and no transaction for a slow reader; a team may have two', async () => {
    const readers = [await slowReader('audit-log.csv'), await slowReader('audit-log.csv')];
    await until('the pieces to wait', () => busy() === 0);
    const { rows } = await api().sql.query(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows[0].n).toBe(0);
    const third = await ask('audit-log.csv');
    expect([third.headers.get('retry-after'), ...(await refusal(third))]).toEqual([
      '10',
      429,
      'rate_limited',
    ]);
    // The client disconnects, so its turn is free again.
    for (const reader of readers) reader.destroy();
    await until('a turn', async () => {
      const answer = await ask('audit-log.csv?target_id=cas_none');
      await answer.text();
      return answer.status === 200;
    });
    expect(api().logLines.some((line) => line.includes('"code":"cut"'))).toBe(true);
  });

  test('is found where the server says, and continues when the proof is no longer fresh', async () => {
    const admin = await team.addMember({ role: 'admin' });
    const browser = await makeSession(team, admin);
    const { url } = await browser.app.auditLog.export.query({});
    const file = `${url.replace('/app/export/', '')}.ndjson?object=case`;
    const answer = await ask(file, browser);
    await api().sql.query('update session set proved_at = null where person_id = $1', [
      admin.userId,
    ]);
    expect((await answer.text()).trimEnd().split('\n')).toHaveLength(ROWS);
    expect(await refusal(await ask(file, browser))).toEqual([403, 'fresh_proof_required']);
  });

  test('leaves in the list of sessions which browser it is', async () => {
    const browser = await makeSession(team, await team.addMember({ role: 'admin' }));
    browser.headers = { 'user-agent': 'A telephone' };
    api().clock.travel(61_000);
    const answer = await ask('audit-log.ndjson?object=key', browser, browser.headers);
    expect(answer.status).toBe(200);
    await answer.text();
    const { data } = await browser.app.session.list.query({});
    expect(data).toMatchObject([{ user_agent: 'A telephone' }]);
  });

  test('ends when the person loses the right, and the file is cut off', async () => {
    const admin = await team.addMember({ role: 'admin' });
    const browser = await makeSession(team, admin);
    const answer = await ask('audit-log.ndjson', browser);
    await api().sql.query(`update member set role = 'member' where tenant_id = $1 and id = $2`, [
      team.tenantId,
      admin.memberId,
    ]);
    await expect(answer.text()).rejects.toThrow();
  });

  test("of a person's own data also ends with the session", async () => {
    const browser = await makeSession(team, team.owner);
    const answer = await ask('my-data.json', browser);
    expect(answer.status).toBe(200);
    await browser.app.session.signOut.mutate({});
    await expect(answer.text()).rejects.toThrow();
  });

  test("lists of teams and persons' own data have separate turns, and one team cannot take all of either", async () => {
    const status = async (file: string, browser: Browser) => {
      const answer = await ask(file, browser);
      await answer.body?.cancel();
      return answer.status;
    };
    const colleague = await makeSession(team, await team.addMember());
    const admin = await makeSession(team, await team.addMember({ role: 'admin' }));
    const other = await makeTeam(api());
    const stranger = await makeSession(other, other.owner);
    const own = [await slowReader('my-data.json'), await slowReader('my-data.json')];
    expect(await status('my-data.json', owner)).toBe(429);
    expect(await status('my-data.json', colleague)).toBe(429);
    expect(await status('my-data.json', stranger)).toBe(200);
    const lists = [await slowReader('audit-log.csv'), await slowReader('audit-log.csv')];
    expect(await status('audit-log.csv', owner)).toBe(429);
    expect(await status('audit-log.csv', admin)).toBe(429);
    expect(await status('audit-log.csv', stranger)).toBe(200);
    for (const reader of own) reader.destroy();
    await until('a turn', async () => (await status('my-data.json', colleague)) === 200);
    for (const reader of lists) reader.destroy();
    await until('a turn', async () => (await status('audit-log.csv', owner)) === 200);
  });

  test.each(['audit-log.csv', 'my-data.json'])(
    'ends for a reader that reads nothing for a minute: %s',
    async (file) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { reader, id } = await vi.waitUntil(() => readerWithSlot(file), { timeout: 30_000 });
      onTestFinished(() => void reader.destroy());
      const isCut = () =>
        api().logLines.some((line) => line.includes(id) && line.includes('"code":"cut"'));
      // Time passes only while no statement runs, because statements have a limit of their own.
      const minutePasses = () => busy() === 0 && vi.advanceTimersByTime(60_000) && isCut();
      await vi.waitUntil(minutePasses, { timeout: 30_000, interval: 100 });
    },
  );
});
