import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryRow, strayRows } from '../harness/delivery-rows.ts';
import { busy, closeProxies, type Fault, FaultyProxy, silent } from '../harness/faulty-proxy.ts';
import { insertCatalogEntry, insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { runProgram } from '../harness/run-program.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { codeBlocks, documentNamed, rowsOf, sectionOf } from './harness/documents.ts';

const api = useApi({ tickMs: 0 });
closeProxies();
const guide = (name: string) => documentNamed(`docs/guides/en/${name}.md`);
const codeOf = (name: string) => codeBlocks(guide(name), 'ts')[0] ?? '';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-programs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A proxy that treats each of the first requests in the given way. All later requests succeed. */
async function through(faults: readonly Fault[], passesMs = 0): Promise<FaultyProxy> {
  const coming = [...faults];
  return FaultyProxy.open(
    api(),
    () => {
      const next = coming.shift();
      if (next === undefined) api().clock.travel(passesMs);
      return next ?? 'none';
    },
    'shows',
  );
}

async function run(name: string, code: string, { key }: TestTeam, proxy: FaultyProxy) {
  await writeFile(path.join(folder, name), code);
  return runProgram(name, { cwd: folder, env: { API: proxy.url, KEY: key } });
}

/** The program of a guide, with shorter seconds. */
function hurried(code: string, msOfSecond = 10): string {
  const shorter = code.replaceAll('.random()) * 1000', `.random()) * ${msOfSecond}`);
  expect(shorter).not.toBe(code);
  return shorter;
}

test('limits: the client waits as long as Retry-After says, for a rate limit and for the service', async () => {
  const team = await makeTeam(api());
  for (let n = 0; n < 120; n += 1) await team.request('GET', '/me');
  api().clock.travel(40_000);
  expect((await team.request('GET', '/me')).headers['retry-after']).toBe('20');
  // The limit refuses one request, the service the next one, and then the window is over.
  const proxy = await through(['none', busy], 20_000);
  const { code, stdout } = await run('call.mjs', hurried(codeOf('limits'), 100), team, proxy);
  expect([code, stdout.trim()]).toEqual([0, '200 119']);
  expect(proxy.requests).toEqual(['GET /me', 'GET /me', 'GET /me']);
  // Without Retry-After it would wait one second.
  expect(proxy.waitedMs[1]).toBeGreaterThan(19 * 100);
});

/** A proxy that answers every request with 503. Used for what a program prints and how it ends. */
const nothingElse = () => FaultyProxy.open(api(), () => silent, 'shows');

test.each(['limits', 'lists-and-sync'])(
  '%s: without Retry-After the client waits a second, and longer each time',
  async (name) => {
    const proxy = await through([silent, silent]);
    const program = hurried(codeOf(name), 200);
    const { code } = await run('program.mjs', program, await makeTeam(api()), proxy);
    expect(code).toBe(0);
    const [, first = 0, second = 0] = proxy.waitedMs;
    expect(first).toBeGreaterThan(190);
    expect(second).toBeGreaterThan(390);
  },
);

test.each(['limits', 'lists-and-sync'])('%s: the client gives up in the end', async (name) => {
  const proxy = await nothingElse();
  const code = hurried(codeOf(name));
  const { stdout, stderr } = await run('program.mjs', code, await makeTeam(api()), proxy);
  expect(proxy.requests).toHaveLength(8);
  expect(name === 'limits' ? stdout : stderr).toMatch(
    name === 'limits' ? /^503 / : /\/me: 503 \{\}/,
  );
});

test.each(['limits', 'lists-and-sync'])(
  '%s: a request whose connection breaks is repeated: before it, after it, and in the middle of the answer',
  async (name) => {
    const proxy = await through(['refuse', 'lose', 'half']);
    const program = hurried(codeOf(name));
    const { code, stderr } = await run('program.mjs', program, await makeTeam(api()), proxy);
    expect([code, stderr]).toEqual([0, '']);
    expect(proxy.requests.slice(0, 4)).toEqual(Array(4).fill('GET /me'));
  },
);

test.each(['limits', 'lists-and-sync'])(
  '%s: a service that is never reached ends the program, after eight attempts',
  async (name) => {
    const proxy = await FaultyProxy.open(api(), () => 'refuse', 'shows');
    const program = hurried(codeOf(name));
    const { code, stderr } = await run('program.mjs', program, await makeTeam(api()), proxy);
    expect([code, proxy.requests.length]).toEqual([1, 8]);
    expect(stderr).toMatch(/fetch failed/);
  },
);

test('idempotency: the client waits a second without Retry-After, and gives up in the end', async () => {
  const team = await makeTeam(api());
  const proxy = await nothingElse();
  const body = { email: 'new@customer.example' };
  expect(await post(team, ['/users', body], proxy, (code) => hurried(code))).toBe('503 null');
  expect(proxy.requests).toHaveLength(6);
  const patient = await through([silent]);
  expect(await post(team, ['/users', body], patient, (code) => hurried(code, 200))).toBe(
    '201 null',
  );
  expect(patient.waitedMs[1]).toBeGreaterThan(190);
});

const assignment = (memberId: string) => ({
  member_id: memberId,
  title: 'Price talk',
  situation_id: 'sit_price_talk',
  personality_id: 'per_analyst',
  industry_id: 'ind_software',
});

/** Runs a program that sends with the function of the guide, and prints how it was answered. */
async function post(
  team: TestTeam,
  what: [path: string, body: object],
  proxy: FaultyProxy,
  change = (code: string) => code,
) {
  await writeFile(path.join(folder, 'post.mjs'), change(codeOf('idempotency')));
  const [route, body] = what.map((part) => JSON.stringify(part));
  const main = `import { post } from './post.mjs';
const answer = await post(${route}, ${body}, 'task-4711');
console.log(answer.status, answer.headers.get('Idempotency-Replayed'));
`;
  return (await run('main.mjs', main, team, proxy)).stdout.trim();
}

test('idempotency: the client repeats until there is an answer, and the action happens once', async () => {
  await insertCatalogEntry(api(), 'sit_price_talk', 'situation');
  await insertCatalogEntry(api(), 'per_analyst', 'personality');
  await insertCatalogEntry(api(), 'ind_software', 'industry');
  const team = await makeTeam(api());
  const proxy = await through(['refuse', 'lose', 'half', busy]);
  const body = assignment(team.owner.memberId);
  expect(await post(team, ['/assignments', body], proxy, (code) => hurried(code))).toBe('201 true');
  expect(proxy.requests).toHaveLength(5);
  expect((await team.request('GET', '/assignments')).body.data).toHaveLength(1);
});

test('idempotency: the client stops at a refusal of the action, even if it is a 409', async () => {
  const team = await makeTeam(api());
  const proxy = await through([]);
  const output = await post(team, ['/users', { email: team.owner.email }], proxy);
  expect(output).toBe('409 true');
  expect(proxy.requests).toHaveLength(2);
});

test('deliveries: the statement recognizes an event that was handled before', async () => {
  const [statement = ''] = codeBlocks(guide('deliveries'), 'sql');
  await api().sql.query('create table handled_event (id text primary key)');
  const handle = async () => (await api().sql.query(statement, ['evt_1'])).rowCount;
  expect([await handle(), await handle()]).toEqual([1, 0]);
});

test('privacy: each operation answers as the table says while member detail is off', async () => {
  const team = await makeTeam(api(), { memberDetail: false });
  const rows = rowsOf(sectionOf(guide('privacy'), '## Answers'));
  let refused = 0;
  for (const [operations = '', answer = ''] of rows) {
    for (const [, route = ''] of operations.matchAll(/`GET (\/[^`]*)`/g)) {
      const response = await team.request('GET', route.replaceAll(/\{\w+\}/g, 'x'));
      const isRefused = response.status === 403;
      expect([route, isRefused]).toEqual([route, answer.startsWith('403')]);
      if (isRefused) refused += 1;
    }
  }
  expect(refused).toBe(8);
  const [, example = ''] = codeBlocks(guide('privacy'), 'json');
  const headers = { 'accept-language': 'en' };
  const { body } = await team.request('GET', '/trainings', { headers });
  const { type: _, request_id: __, ...shown } = JSON.parse(example) as Record<string, unknown>;
  const { type: ___, request_id: ____, ...input } = body;
  expect(input).toEqual(shown);
});

test('versioning: the headers that announce the end of a version are those of the example', async () => {
  const ending = await api().beside({
    env: {
      API_DEPRECATED_AT: '2027-01-01T00:00:00Z',
      API_SUNSET_AT: '2028-01-01T00:00:00Z',
      API_DEPRECATION_LINK: 'https://docs.customer.example/v2',
    },
  });
  try {
    const { headers } = await ending.request('GET', '/me');
    const [example = ''] = codeBlocks(guide('versioning'), 'http');
    for (const line of example.trim().split('\n')) {
      const [name = '', value] = line.split(/: (.*)/);
      expect([name, headers[name.toLowerCase()]]).toEqual([name, value]);
    }
  } finally {
    await ending.close();
  }
});

describe('the operator', () => {
  const operations = documentNamed('docs/operations.md');
  const sqlWith = (part: string) =>
    codeBlocks(operations, 'sql').find((code) => code.includes(part)) ?? '';

  test('finds the endpoints that wait longest, and a delivery with its attempts', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team);
    const id = await insertDelivery(team, { endpoint_id, attempt: 2 });
    // Nobody can send what a paused endpoint holds.
    const paused = await insertEndpoint(team, { status: 'disabled_failures' });
    await insertDelivery(team, { endpoint_id: paused, attempt: 2 });
    const waiting = await api().sql.query(sqlWith('min(p.next_try_at)'));
    expect(waiting.rows).toMatchObject([{ tenant_id: team.tenantId, endpoint_id, count: '1' }]);
    const [state = '', attempts = ''] = sqlWith('webhook_delivery_state where id').split(';\n');
    const rowsOfOne = async (text: string) =>
      (await api().sql.query(text.replace('whd_…', id))).rows;
    expect(await rowsOfOne(state)).toMatchObject([{ id, status: 'pending' }]);
    expect(await rowsOfOne(attempts)).toMatchObject([{ n: 1 }, { n: 2 }]);
  });

  test('makes the given-up deliveries of an endpoint due again, those after a time', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team);
    const gaveUp = (ended_at: string, given_up_for = {}) =>
      insertDelivery(team, {
        endpoint_id,
        status: 'gave_up',
        attempt: 8,
        ended_at,
        ...given_up_for,
      });
    const ids = [
      await gaveUp('2026-11-18T08:59:59Z'),
      await gaveUp('2026-11-18T09:00:01Z'),
      await gaveUp('2026-11-18T09:00:01Z', { given_up_for: 'endpoint_paused' }),
    ];
    await api().sql.query(sqlWith('with again as').replaceAll('whe_…', endpoint_id));
    const now = await Promise.all(ids.map((id) => deliveryRow(api().sql, id)));
    expect(now.map(({ status }) => status)).toEqual(['gave_up', 'pending', 'pending']);
    expect(now[2]).toMatchObject({ retries: 0, given_up_for: null, ended_at: null });
    expect(await strayRows(api().sql)).toEqual([]);
  });

  test('reads the line of a request in the log', async () => {
    await (await makeTeam(api())).request('GET', '/catalog');
    const [example = ''] = codeBlocks(operations, 'json');
    const names = (line: string) => Object.keys(JSON.parse(line) as object).toSorted();
    const line = api().logLines.find((each) => each.includes('"route":"/catalog"'));
    expect(names(line ?? '{}')).toEqual(names(example));
  });
});
