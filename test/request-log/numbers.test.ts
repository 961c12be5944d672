import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ALL_SINCE, filterOfGroup } from '../../src/app/pages/request-log/group-filter.ts';
import { spanOf } from '../../src/app/pages/request-log/line-filter.ts';
import { dayAfter } from '../../src/app/pages/request-log/usage-days.ts';
import { countRequests } from '../../src/features/request-log/count-requests.ts';
import { NONE } from '../../src/features/request-log/none.schema.ts';
import type { LineFilter } from '../../src/features/request-log/request-log.schema.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { requestsOf } from '../../src/shared/web/figures.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import type { ApiResponse } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { linesOf } from './harness/request-log.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

const ROUNDS = 60;

/** Requests with many outcomes and several keys, on two days, in a random order. */
beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000 });
  const [revoked, narrow, other] = [
    await team.createKey({}),
    await team.createKey({ scopes: ['users:read'] }),
    await team.createKey({}),
  ];
  await team.revokeKey(revoked.key_id);
  const keys = [
    team.key,
    revoked.key,
    narrow.key,
    other.key,
    // These two keys have a wrong secret.
    team.key.slice(0, -1),
    other.key.slice(0, -2),
  ];
  const filter = [
    ['GET', '/me'],
    ['GET', '/users?limit=x'],
    ['GET', '/users?status=x'],
    ['GET', '/trainings'],
    ['GET', '/users/mem_unknown'],
    ['PATCH', '/users/mem_unknown'],
    ['GET', '/nowhere'],
    ['POST', '/me'],
    // The whole input is wrong, or a field of it.
    ['POST', '/assignments', '{'],
    ['POST', '/assignments', '{}'],
  ] as const;
  const request = fc.tuple(fc.constantFrom(...filter), fc.constantFrom(...keys));
  const answers: ApiResponse[] = [];
  // Each request once with a key that is admitted, and each key once: the random ones may miss some.
  const each = [
    ...filter.map((one) => [one, team.key] as const),
    ...keys.map((key) => [filter[0], key] as const),
  ];
  const half = [...each, ...fc.sample(request, ROUNDS / 2 - each.length)];
  for (const days of [1, 0]) {
    for (const [[method, path, body], key] of half) {
      answers.push(await api().request(method, path, { key, ...(body && { raw: body }) }));
    }
    api().clock.travel(days * DAY_MS);
  }
  owner = await makeSession(team, team.owner);
  await linesOf(answers.slice(-1), owner);
});

/** How many requests the list has with a filter. */
async function numberOf(filter: LineFilter): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit: '20', ...(cursor && { cursor }) };
    const page = await owner.app.requestLog.list.query(query);
    count += page.data.length;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return count;
}

test('each group of errors leads to as many requests as the group counts', async () => {
  const { data } = await owner.app.requestLog.errors.query({ since: ALL_SINCE });
  // Some groups have the same code and route: only the method, the check or the reason tells them apart.
  const alike = new Set(data.map(({ code, route }) => `${code} ${route}`));
  expect(alike.size).toBeLessThan(data.length);
  expect(data.some(({ route }) => route === null)).toBe(true);
  for (const group of data) {
    // The address of a list drops what is empty.
    expect(Object.values(filterOfGroup(group, data))).not.toContain('');
    expect([group, await numberOf(filterOfGroup(group, data))]).toEqual([group, group.requests]);
  }
});

test('each day of the usage leads to as many requests as the day counts, of all keys and of each', async () => {
  const all = await owner.app.requestLog.usage.query({});
  expect(all.days).toHaveLength(2);
  expect(all.days.reduce((sum, day) => sum + requestsOf(day), 0)).toBe(ROUNDS);
  for (const key_id of [undefined, ...all.keys.flatMap(({ key }) => key?.id ?? [])]) {
    const filter = key_id === undefined ? {} : { key_id };
    const { days } = await owner.app.requestLog.usage.query(filter);
    for (const { day, ...sums } of days) {
      const span = { since: `${day}T00:00:00Z`, until: `${dayAfter(day)}T00:00:00Z` };
      expect([key_id, day, await numberOf({ ...filter, ...span })]).toEqual([
        key_id,
        day,
        requestsOf(sums),
      ]);
    }
  }
});

test('the drawer of a key counts as many requests as the usage', async () => {
  const { keys } = await owner.app.requestLog.usage.query({});
  expect(keys.length).toBeGreaterThan(2);
  for (const { key, ...sums } of keys) {
    const { requests_by_day } = await owner.app.apiKeys.get.query({ key_id: key?.id ?? '' });
    const counted = requests_by_day.reduce((sum, day) => sum + day, 0);
    expect([key, counted]).toEqual([key, requestsOf(sums)]);
  }
});

/** Filters of all kinds, and periods that cut the day of the requests. */
const filters = () => {
  const at = (hours: number) =>
    new Date(api().clock.now().getTime() + hours * HOUR_MS).toISOString();
  const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  return fc.record({
    ending: some('ok' as const, 'rejected' as const, 'limited' as const),
    status_class: some('2xx' as const, '4xx' as const),
    status: some('200', '404'),
    method: some('GET', 'POST'),
    route: some('/me', '/users/{member_id}', NONE),
    check: some('key', 'input', NONE),
    field: some('/limit', NONE),
    key_id: some(team.keyId),
    since: some(at(-30), at(-23.99)),
    until: some(at(-2), at(0.001)),
  });
};

test('the bars above the list lead to as many requests as they count, and their sum is the length of the list', async () => {
  for (const wanted of fc.sample(filters(), 6)) {
    const filter: LineFilter = JSON.parse(JSON.stringify(wanted));
    const { bars, counted_back_to } = await owner.app.requestLog.counts.query(filter);
    expect(counted_back_to).toBeNull();
    const sums = bars.map(({ ok, rejected, limited, server }) => ok + rejected + limited + server);
    const sum = sums.reduce((total, one) => total + one, 0);
    expect([filter, sum]).toEqual([filter, await numberOf(filter)]);
    const index = sums.findIndex((one) => one > 0);
    const bar = bars[index];
    if (bar) expect(await numberOf(spanOf(filter, bar, bar))).toBe(sums[index]);
  }
});

// In Berlin, the clocks change in these days.
test.each(['Asia/Kolkata', 'Europe/Berlin'])(
  'bars begin at round times of %s, the zone of the team, without gaps',
  async (timeZone) => {
    await api().sql.query('update tenant set time_zone = $2 where id = $1', [
      team.tenantId,
      timeZone,
    ]);
    const since = new Date(api().clock.now().getTime() - 29 * DAY_MS).toISOString();
    const { bars } = await owner.app.requestLog.counts.query({ since });
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
    expect(bars.length).toBeLessThanOrEqual(62);
    for (const [n, { at, ends_at }] of bars.entries()) {
      expect(['00:00', '12:00']).toContain(clock.format(new Date(at)));
      if (n > 0) expect(at).toBe(bars[n - 1]?.ends_at);
      expect(ends_at > at).toBe(true);
    }
  },
);

test('a period that reaches into the future, or before the oldest kept line, has no more bars than another', async () => {
  const since = '0001-01-01T00:00:00Z';
  const until = '9999-12-31T23:59:59Z';
  for (const filter of [{ since }, { until }, { since, until }]) {
    const { bars } = await owner.app.requestLog.counts.query(filter);
    expect([filter, bars.length <= 62]).toEqual([filter, true]);
    const sum = bars.reduce((total, { ok, rejected, limited, server }) => {
      return total + ok + rejected + limited + server;
    }, 0);
    expect([filter, sum]).toEqual([filter, await numberOf(filter)]);
  }
});

test('if the period has more lines than the list looks at, the answer says since when all are counted', async () => {
  const all = await numberOf({});
  await asSystem(api().sql, team.tenantId, api().clock.now(), async (call) => {
    const few = await countRequests(call as never, {}, 20);
    expect(few.counted_back_to).toBe(few.bars[0]?.at);
    const sum = few.bars.reduce((total, { ok, rejected }) => total + ok + rejected, 0);
    expect(sum).toBeLessThanOrEqual(20);
    expect(sum).toBeLessThan(all);
    expect(sum).toBe(await numberOf({ since: String(few.counted_back_to) }));
  });
});

test('the list names the methods, routes and reasons that occur, and counts them', async () => {
  const { methods, routes, reasons, found } = await owner.app.requestLog.counts.query({
    method: 'POST',
  });
  expect(methods).toContain('GET');
  expect(routes).toContain('/users/{member_id}');
  expect(reasons).toContainEqual(expect.objectContaining({ check: 'key', reason: 'revoked' }));
  const sumOf = (field: string) =>
    found
      .filter((one) => one.field === field && /^\D|xx$/.test(one.value))
      .reduce((sum, { requests }) => sum + requests, 0);
  const { bars } = await owner.app.requestLog.counts.query({});
  const all = bars.reduce((sum, bar) => sum + bar.ok + bar.rejected + bar.limited + bar.server, 0);
  expect([sumOf('status'), sumOf('method')]).toEqual([await numberOf({ method: 'POST' }), all]);
});

test('the count beside a value is how many requests the list has once the value is chosen', async () => {
  for (const wanted of [{ method: 'GET', code: 'not_found' }, ...fc.sample(filters(), 3)]) {
    const filter: LineFilter = JSON.parse(JSON.stringify(wanted));
    const { found, reasons } = await owner.app.requestLog.counts.query(filter);
    for (const { field, value, requests } of found) {
      expect(value).not.toBe('');
      const { ending, status, status_class, ...others } = filter;
      const named = value.endsWith('xx') ? { status_class: value as '2xx' } : { status: value };
      const next = field === 'status' ? { ...others, ...named } : { ...filter, [field]: value };
      expect([filter, field, value, await numberOf(next)]).toEqual([
        filter,
        field,
        value,
        requests,
      ]);
    }
    for (const { check, reason, requests } of reasons) {
      const next = { ...filter, check, reason: reason ?? NONE };
      expect([filter, check, reason, await numberOf(next)]).toEqual([
        filter,
        check,
        reason,
        requests,
      ]);
    }
  }
});

test('thirty days are the same days in the list, its bars, the errors, the usage and the drawer of a key', async () => {
  // The first of the two days is now the thirty-first, and the log still has its lines.
  api().clock.travel(29 * DAY_MS);
  owner = await makeSession(team, team.owner);
  const { days, keys } = await owner.app.requestLog.usage.query({});
  const [day] = days;
  expect(days).toHaveLength(1);
  const { bars } = await owner.app.requestLog.counts.query({});
  const { data } = await owner.app.requestLog.errors.query({ since: ALL_SINCE });
  const inBars = bars.reduce((sum, { ok, rejected, limited, server }) => {
    return sum + ok + rejected + limited + server;
  }, 0);
  const errors = data.reduce((sum, { requests }) => sum + requests, 0);
  expect([await numberOf({}), inBars, errors + (day?.ok ?? 0)]).toEqual([30, 30, 30]);
  for (const { key, ...sums } of keys) {
    const key_id = key?.id ?? '';
    const { requests_by_day } = await owner.app.apiKeys.get.query({ key_id });
    const inDrawer = requests_by_day.reduce((sum, one) => sum + one, 0);
    expect([key, await numberOf({ key_id }), inDrawer]).toEqual([
      key,
      ...new Array<number>(2).fill(requestsOf(sums)),
    ]);
  }
});
