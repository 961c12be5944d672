import { beforeAll, expect, test } from 'vitest';
import { ALL_SINCE } from '../../src/app/pages/request-log/group-filter.ts';
import { insertLines } from '../../src/db/log-slots.ts';
import { findChains } from '../../src/features/request-log/find-keys.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { requestsOf } from '../../src/shared/web/figures.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

const KEYS = 5_000;
const key = (n: number) => `key_${String(n).padStart(6, '0')}`;
/** A key without requests of its own stands between the ones that have some. */
const [oldest, between, middle, newest] = [key(1), key(9), key(KEYS / 2), key(KEYS)];
const requests = [
  ...[oldest, oldest, oldest].map((key_id) => ({ key_id, code: null })),
  ...[middle, middle].map((key_id) => ({ key_id, code: 'not_found' })),
  { key_id: newest, code: null },
];

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  const [now, { sql }] = [api().clock.now(), api()];
  const at = `$2::timestamptz - (${KEYS} - n) * interval '1 minute'`;
  await sql.query(
    `insert into api_key (id, tenant_id, lineage_id, prefix, hash, name, scopes, created_by, created_at, rotated_at)
     select 'key_' || lpad(n::text, 6, '0'), $1, 'lin_long', n || $1, sha256('x'), 'Nightly', '{users:read}', 'mem',
       ${at}, case when n < ${KEYS} then ${at} + interval '1 minute' end
     from generate_series(1, ${KEYS}) n`,
    [team.tenantId, now],
  );
  const own = { key_id: team.keyId, code: null };
  const lines = `select $2::timestamptz - interval '1 s' as created_at, gen_random_uuid() as request_id, l.key_id,
    'GET' as method, '/me' as route, null as path, case when l.code is null then 200 else 404 end as status,
    l.code, null::jsonb as why, 1 as ms, null as ip
    from jsonb_to_recordset($3::jsonb) l (key_id text, code text)`;
  const params = [team.tenantId, now, JSON.stringify([...requests, own])];
  await sql.query(insertLines(lines), params);
  await sql.query(
    `insert into request_day (tenant_id, day, key_id, ok, client_errors)
     select $1, $2::timestamptz::date, l.key_id, count(*) filter (where l.code is null), count(l.code)
     from jsonb_to_recordset($3::jsonb) l (key_id text, code text) group by l.key_id`,
    params,
  );
});

/** A key, how many requests it and those before it have, and how many of them were refused. */
const programs: [key_id: string, requests: number, refused: number][] = [
  [oldest, 3, 0],
  [between, 3, 0],
  [middle, 5, 2],
  [newest, 6, 2],
];

test('a long chain is held once, and not for each of its keys', async () => {
  await asSystem(api().sql, team.tenantId, api().clock.now(), async (call) => {
    const chains = await findChains(call, [oldest, middle, newest, team.keyId]);
    expect(chains.flat()).toHaveLength(KEYS + 1);
  });
});

test.each(programs)(
  'a filter by a key of a long chain finds its requests, and those of the keys before it: %s',
  async (key_id, all, refused) => {
    const { requestLog } = owner.app;
    const { data } = await requestLog.list.query({ key_id });
    const errors = await requestLog.errors.query({ key_id, since: ALL_SINCE });
    const { bars } = await requestLog.counts.query({ key_id });
    const { days } = await requestLog.usage.query({ key_id });
    const inBars = bars.reduce((sum, { ok, rejected }) => sum + ok + rejected, 0);
    const inErrors = errors.data.reduce((sum, group) => sum + group.requests, 0);
    expect([data.length, inBars, days[0] && requestsOf(days[0]), inErrors]).toEqual([
      ...[all, all, all],
      refused,
    ]);
  },
);

test('beside each key of a long chain stands how many requests the list has once it is chosen', async () => {
  const { found } = await owner.app.requestLog.counts.query({});
  const ofKeys = new Map(
    found.filter(({ field }) => field === 'key_id').map((one) => [one.value, one.requests]),
  );
  expect(ofKeys.size).toBe(KEYS + 1);
  expect([...programs.map(([key_id]) => ofKeys.get(key_id)), ofKeys.get(team.keyId)]).toEqual([
    ...programs.map(([, all]) => all),
    1,
  ]);
});

test('the usage has the keys of a long chain as one program, the newest first', async () => {
  const { keys } = await owner.app.requestLog.usage.query({ include: 'p95' });
  const shown = keys.map((one) => [one.key?.id, one.replaced.map(({ id }) => id), requestsOf(one)]);
  expect(shown).toEqual([
    [newest, [middle, oldest], 6],
    [team.keyId, [], 1],
  ]);
});
