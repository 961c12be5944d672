import { beforeAll, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import type { ApiResponse } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { idOf, linesOf } from './harness/request-log.ts';

const api = useApi();
let team: TestTeam;
let browser: Browser;
const all: ApiResponse[] = [];
let second: { key: string; key_id: string };

beforeAll(async () => {
  team = await makeTeam(api());
  browser = await makeSession(team, team.owner);
  second = await team.createKey({ scopes: ['catalog:read'] });
  const headers = { authorization: `Bearer ${second.key}` };
  for (let n = 0; n < 4; n += 1) {
    all.push(await team.request('GET', '/me'));
    all.push(await team.request('GET', `/users/mem_${n}`));
    all.push(await api().request('GET', '/users', { headers }));
  }
  all.push(await team.request('GET', '/users?limit=0'));
  await linesOf(all, browser);
});

const { ids, list } = {
  ids: (answers: ApiResponse[]) => answers.map(idOf).reverse(),
  async list(filter: object) {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await browser.app.requestLog.list.query({
        limit: '2',
        ...filter,
        ...(cursor ? { cursor } : {}),
      });
      found.push(...page.data.map(({ request_id }) => request_id));
      cursor = page.next_cursor;
    } while (cursor);
    return found;
  },
};

test.each<[string, () => object, (answer: ApiResponse) => boolean]>([
  ['none', () => ({}), () => true],
  ['the class of the status', () => ({ status_class: '4xx' }), ({ status }) => status >= 400],
  ['the status', () => ({ status: '404' }), ({ status }) => status === 404],
  ['the code', () => ({ code: 'not_found' }), ({ status }) => status === 404],
  ['the route', () => ({ route: '/me' }), ({ url }) => url.endsWith('/me')],
  ['the key', () => ({ key_id: second.key_id }), ({ status }) => status === 403],
  [
    'several',
    () => ({ status_class: '4xx', route: '/users' }),
    ({ status, url }) => status >= 400 && /users(\?|$)/.test(url),
  ],
])('%s', async (_, filter, holds) => {
  expect(await list(filter())).toEqual(ids(all.filter(holds)));
});

test('a client that follows new lines with `poll_since` misses none, although pages overlap', async () => {
  const { data, poll_since } = await browser.app.requestLog.list.query({ limit: '1' });
  expect(poll_since < (data[0]?.at ?? '')).toBe(true);
  const more = [await team.request('GET', '/me')];
  await linesOf(more, browser);
  const next = await browser.app.requestLog.list.query({ since: poll_since });
  const existing = next.data.map(({ request_id }) => request_id);
  expect(existing[0]).toBe(more.map(idOf)[0]);
  expect(existing).toContain(data[0]?.request_id);
  all.push(...more);
});

test('errors are counted by code and route, the most frequent first', async () => {
  const errors = await browser.app.requestLog.errors.query({});
  expect(errors.counted_back_to).toBeNull();
  expect(errors.data).toMatchObject([
    { code: 'insufficient_scope', route: '/users', check: 'scope', requests: 4 },
    {
      code: 'not_found',
      method: 'GET',
      route: '/users/{member_id}',
      check: 'object',
      requests: 4,
    },
    { code: 'validation_error', route: '/users', check: 'input', requests: 1, field: '/limit' },
  ]);
  // The first two errors have one key each.
  expect(errors.data.map(({ key, other_keys }) => [key?.id, other_keys])).toEqual([
    [second.key_id, 0],
    [team.keyId, 0],
    [team.keyId, 0],
  ]);
  const { errors: ofKey } = browser.app.requestLog;
  expect((await ofKey.query({ key_id: second.key_id })).data).toHaveLength(1);
  expect((await ofKey.query({ until: '2026-01-01T00:00:00Z' })).data).toEqual([]);
});

test('usage is counted by day and key', async () => {
  const { days, keys } = await browser.app.requestLog.usage.query({});
  const none = { refused: 0, limited: 0, server_errors: 0 };
  expect(days).toEqual([{ day: '2026-11-18', ok: 5, client_errors: 9, ...none }]);
  expect(keys).toMatchObject([
    { key: { id: team.keyId }, ok: 5, client_errors: 5 },
    { key: { id: second.key_id }, ok: 0, client_errors: 4 },
  ]);
  const { usage } = browser.app.requestLog;
  const ofKey = await usage.query({
    key_id: second.key_id,
    from: '2026-11-18',
    to: '2026-11-18',
  });
  expect(ofKey.days).toEqual([{ day: '2026-11-18', ok: 0, client_errors: 4, ...none }]);
  expect((await usage.query({ to: '2026-11-17' })).days).toEqual([]);
  expect(await codeOf(usage.query({ from: '2025-11-17', to: '2026-11-18' }))).toBe(
    'validation_error',
  );
});

test('an error names the key that has it most often, and counts the other keys', async () => {
  const third = await team.createKey({});
  const more: ApiResponse[] = [];
  for (const key of [team.key, third.key, third.key]) {
    more.push(await api().request('GET', '/nowhere', { key }));
  }
  await linesOf(more, browser);
  const { data } = await browser.app.requestLog.errors.query({});
  const group = data.find(({ check }) => check === 'route');
  expect(group).toMatchObject({ key: { id: third.key_id }, other_keys: 1, requests: 3 });
});

test('an error without a route names the path that most of its requests asked for, and counts the others', async () => {
  const more: ApiResponse[] = [];
  for (const path of ['/nothing', '/nothing', '/nothing', '/nothing']) {
    more.push(await team.request('GET', path));
  }
  await linesOf(more, browser);
  const { data } = await browser.app.requestLog.errors.query({});
  const group = data.find(({ check }) => check === 'route');
  expect(group).toMatchObject({ route: null, path: '/nothing', other_paths: 1, requests: 7 });
  expect(data.filter(({ route }) => route !== null)).toEqual(
    data.filter(({ path, other_paths }) => path === null && other_paths === 0),
  );
});

test('errors of another first wrong field are counted apart, and the list finds those of a field', async () => {
  const more: ApiResponse[] = [];
  for (const query of ['due_after=x', 'due_after=y', 'limit=x&due_after=x']) {
    more.push(await team.request('GET', `/assignments?${query}`));
  }
  await linesOf(more, browser);
  const { data } = await browser.app.requestLog.errors.query({});
  const groups = data.filter(({ route }) => route === '/assignments');
  const lines = await Promise.all(
    groups.map(({ field }) => list({ route: '/assignments', field: field ?? '' })),
  );
  expect(groups.map(({ field, requests }) => [field, requests])).toEqual(
    groups.map(({ field }, nth) => [field, lines[nth]?.length]),
  );
  expect(lines.map(({ length }) => length)).toEqual([2, 1]);
  const { found } = await browser.app.requestLog.counts.query({ route: '/assignments' });
  expect(found.filter(({ field, requests }) => field === 'field' && requests > 0)).toEqual(
    groups.map(({ field, requests }) => ({ field: 'field', value: field, requests })),
  );
});

test('another team sees no line, no error and no usage of this one', async () => {
  const other = await makeTeam(api());
  const owner = await makeSession(other, other.owner);
  const page = await owner.app.requestLog.list.query({ request_id: idOf(all[0] as ApiResponse) });
  expect(page.data).toEqual([]);
});

test('a filter by a key finds the requests of the keys that it has replaced too, however many, and none of later ones', async () => {
  const first = await team.createKey({});
  const sent = [await api().request('GET', '/nowhere', { key: first.key })];
  let latest = first;
  for (let n = 0; n < 40; n += 1) latest = await team.rotateKey(latest.key_id, '0');
  for (const path of ['/nowhere', '/nowhere']) {
    sent.push(await api().request('GET', path, { key: latest.key }));
  }
  await linesOf(sent, browser);
  const log = browser.app.requestLog;
  const countsOf = async (key_id: string) => {
    const { data } = await log.errors.query({ key_id });
    const { keys, days } = await log.usage.query({ key_id });
    const { bars, found } = await log.counts.query({ key_id });
    return {
      listed: (await log.list.query({ key_id, limit: '50' })).data.length,
      inBars: bars.reduce((sum, { rejected }) => sum + rejected, 0),
      offered: found.find(({ field, value }) => field === 'key_id' && value === key_id)?.requests,
      errors: data.map(({ requests }) => requests),
      byDay: days.map(({ client_errors }) => client_errors),
      programs: keys.map(({ key, replaced }) => [key?.id, replaced.map(({ id }) => id)]),
    };
  };
  expect(await countsOf(latest.key_id)).toEqual({
    listed: 3,
    inBars: 3,
    offered: 3,
    errors: [3],
    byDay: [3],
    programs: [[latest.key_id, [first.key_id]]],
  });
  expect(await countsOf(first.key_id)).toEqual({
    listed: 1,
    inBars: 1,
    offered: 1,
    errors: [1],
    byDay: [1],
    programs: [[first.key_id, []]],
  });
  const unused = await team.rotateKey(latest.key_id, '0');
  const { found } = await log.counts.query({});
  expect(found).toContainEqual({ field: 'key_id', value: unused.key_id, requests: 3 });
});

test('the counts beside the filter have the most frequent value first, and no key without a request', async () => {
  const before = await team.createKey({});
  const after = await team.rotateKey(before.key_id, '0');
  await linesOf([await api().request('GET', '/me', { key: after.key })], browser);
  const { found } = await browser.app.requestLog.counts.query({});
  const counts = found.map(({ requests }) => requests);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  const keys = found.flatMap(({ field, value }) => (field === 'key_id' ? [value] : []));
  expect(keys).toContain(after.key_id);
  expect(keys).not.toContain(before.key_id);
});
