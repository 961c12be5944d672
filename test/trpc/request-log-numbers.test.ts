import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ALL_SINCE, filterOfGroup } from '../../src/app/pages/request-log/group-filter.ts';
import { dayAfter } from '../../src/app/pages/request-log/usage-days.ts';
import type { LineFilter } from '../../src/features/request-log/request-log.schema.ts';
import { DAY_MS } from '../../src/shared/durations.ts';
import { requestsOf } from '../../src/shared/figures.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import type { ApiResponse } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { linesOf } from './harness/request-log.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

const ROUNDS = 60;

/** Requests of many endings with several keys, on two days, in a random order. */
beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 1_000_000 });
  const [revoked, narrow, other] = [
    await team.createKey({}),
    await team.createKey({ scopes: ['users:read'] }),
    await team.createKey({}),
  ];
  await team.revokeKey(revoked.key_id);
  const keys = [
    ...[team.key, revoked.key, narrow.key, other.key],
    // A wrong secret, of two keys.
    ...[team.key.slice(0, -1), other.key.slice(0, -2)],
  ];
  const asked = [
    ['GET', '/me'],
    ['GET', '/users?limit=x'],
    ['GET', '/trainings'],
    ['GET', '/users/mem_unknown'],
    ['PATCH', '/users/mem_unknown'],
    ['GET', '/nowhere'],
    ['POST', '/me'],
  ] as const;
  const request = fc.tuple(fc.constantFrom(...asked), fc.constantFrom(...keys));
  const answers: ApiResponse[] = [];
  const half = fc.sample(request, ROUNDS / 2);
  for (const days of [1, 0]) {
    for (const [[method, path], key] of half) {
      answers.push(await api().request(method, path, { key }));
    }
    api().clock.travel(days * DAY_MS);
  }
  owner = await makeSession(team, team.owner);
  await linesOf(answers.slice(-1), owner);
});

/** How many requests the list has with a filter. */
async function found(filter: LineFilter): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const asked = { ...filter, limit: '20', ...(cursor && { cursor }) };
    const page = await owner.app.requestLog.list.query(asked);
    count += page.data.length;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return count;
}

test('each group of errors leads to as many requests as it says', async () => {
  const { data } = await owner.app.requestLog.errors.query({ since: ALL_SINCE });
  // Some have the same code and route as others: only the method, the check or the reason tells them apart.
  const alike = new Set(data.map(({ code, route }) => `${code} ${route}`));
  expect(alike.size).toBeLessThan(data.length);
  expect(data.some(({ route }) => route === null)).toBe(true);
  for (const group of data) {
    expect([group, await found(filterOfGroup(group))]).toEqual([group, group.requests]);
  }
});

test('each day of the usage leads to as many, of all keys and of each', async () => {
  const all = await owner.app.requestLog.usage.query({});
  expect(all.days).toHaveLength(2);
  expect(all.days.reduce((sum, day) => sum + requestsOf(day), 0)).toBe(ROUNDS);
  for (const key_id of [undefined, ...all.keys.flatMap(({ key }) => key?.id ?? [])]) {
    const of = key_id === undefined ? {} : { key_id };
    const { days } = await owner.app.requestLog.usage.query(of);
    for (const { day, ...sums } of days) {
      const span = { since: `${day}T00:00:00Z`, until: `${dayAfter(day)}T00:00:00Z` };
      expect([key_id, day, await found({ ...of, ...span })]).toEqual([
        key_id,
        day,
        requestsOf(sums),
      ]);
    }
  }
});

test('the drawer of a key says as many requests as the usage', async () => {
  const { keys } = await owner.app.requestLog.usage.query({});
  expect(keys.length).toBeGreaterThan(2);
  for (const { key, ...sums } of keys) {
    const { requests_by_day } = await owner.app.apiKeys.get.query({ key_id: key?.id ?? '' });
    const said = requests_by_day.reduce((sum, day) => sum + day, 0);
    expect([key, said]).toEqual([key, requestsOf(sums)]);
  }
});
