import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { successShare } from '../../src/shared/web/figures.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const beforeNow = (hours: number) => new Date(api().clock.now().getTime() - hours * HOUR_MS);

async function insertHour(endpointId: string, hoursAgo: number, ok: number, failed = 0) {
  const hour = Math.floor(beforeNow(hoursAgo).getTime() / HOUR_MS) * HOUR_MS;
  await api().sql.query(
    `insert into webhook_endpoint_hour (tenant_id, endpoint_id, hour, ok, failed)
     values ($1, $2, $3, $4, $5)`,
    [team.tenantId, endpointId, new Date(hour), ok, failed],
  );
}

/** Inserts a delivery for each of these answer times in milliseconds, the oldest first. */
async function insertAnswers(endpointId: string, hoursAgo: number, ms: readonly (number | null)[]) {
  await api().sql.query(
    `with given as (
       select row_number() over () as n, m.ms from unnest($3::integer[]) as m (ms)
     ), made as (
       insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
       select $1, $2 || '_' || $4 || '_' || n, $2, 'evt', 'ping',
         $5::timestamptz + n * interval '1 ms' from given
     )
     insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code,
       response_ms, error)
     select $1, $2 || '_' || $4 || '_' || n, 1, $5, case when ms is not null then 200 end, ms,
       case when ms is null then 'timeout' end
     from given`,
    [team.tenantId, endpointId, ms, hoursAgo, beforeNow(hoursAgo)],
  );
}

async function listed() {
  const { data } = await owner.app.webhooks.endpointHealth.query({ period: 'recent' });
  return new Map(data.map((one) => [one.endpoint_id, one]));
}

describe('the numbers of the list of endpoints', () => {
  test('cover 24 hours, or seven days for an endpoint without an attempt in 24 hours', async () => {
    const [busy, quiet, unused] = [
      await insertEndpoint(team),
      await insertEndpoint(team),
      await insertEndpoint(team),
    ];
    await insertHour(busy, 1, 7, 3);
    await insertHour(busy, 30, 1_000);
    await insertHour(quiet, 30, 999, 1);
    const list = await listed();
    expect(list.get(busy)).toMatchObject({ period: '24h', ok: 7, failed: 3 });
    expect(list.get(busy)?.hours).toHaveLength(24);
    expect(list.get(quiet)).toMatchObject({ period: '7d', ok: 999, failed: 1 });
    expect(list.get(quiet)?.hours).toHaveLength(7);
    expect(list.get(unused)).toMatchObject({ period: '24h', ok: 0, failed: 0, p95_ms: null });
  });

  test('equal those on the page of the endpoint', async () => {
    const endpoint_id = await insertEndpoint(team);
    await insertHour(endpoint_id, 2, 41, 1);
    await insertAnswers(endpoint_id, 2, [12, 900, 40]);
    const { data } = await owner.app.webhooks.endpointHealth.query({ endpoint_id, period: '24h' });
    expect((await listed()).get(endpoint_id)).toEqual(data[0]);
    expect(data[0]).toMatchObject({ ok: 41, failed: 1, p95_ms: 900 });
  });

  test('p95: 95 % of the answers to the latest hundred deliveries of the period took no longer', async () => {
    const endpoint_id = await insertEndpoint(team);
    await insertHour(endpoint_id, 2, 1);
    // One delivery lies before the period, forty are not among the latest hundred, and one has no answer.
    await insertAnswers(endpoint_id, 30, [50_000]);
    await insertAnswers(endpoint_id, 3, new Array(40).fill(9_000));
    await insertAnswers(endpoint_id, 2, [...Array.from({ length: 99 }, (_, i) => i + 1), null]);
    expect((await listed()).get(endpoint_id)?.p95_ms).toBe(95);
  });
});

test('say 100 % only if nothing has failed', () => {
  expect(successShare({ ok: 0, failed: 0 })).toBe(null);
  expect(successShare({ ok: 99_999, failed: 1 })).toBe(0.999);
  expect(successShare({ ok: 3, failed: 0 })).toBe(1);
  expect(successShare({ ok: 2, failed: 1 })).toBe(0.666);
});
