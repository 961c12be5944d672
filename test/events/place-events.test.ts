import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { placeAllEvents } from '../../src/worker/feed/place-events.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { read } from './harness/feed.ts';

const api = useApi();
const place = () => placeAllEvents({ pool: api().sql, clock: api().clock });

/** A team that keeps events, and so many without a position. */
async function teamWith(events: number): Promise<TestTeam> {
  const team = await makeTeam(api());
  await read(team);
  const { tenantId } = team;
  const now = api().clock.now();
  const ids = Array.from({ length: events }, () => newId('evt', now));
  await api().sql.query(
    `with made as (
      insert into webhook_event (tenant_id, id, type, body, created_at)
      select $1, i, 'member.joined', '{}', $3 from unnest($2::text[]) i returning id)
    insert into kept_event (tenant_id, event_id, type, seq, created_at)
    select $1, id, 'member.joined', nextval('kept_event_order'), $3 from made`,
    [tenantId, ids, now],
  );
  return team;
}

async function unplaced({ tenantId }: TestTeam): Promise<number> {
  const text =
    'select count(*)::integer as n from kept_event where tenant_id = $1 and feed_position is null';
  return (await api().sql.query<{ n: number }>(text, [tenantId])).rows[0]?.n ?? 0;
}

test('one commit gives positions to the events of many teams, and of a team with more than 2,000', async () => {
  const small = await Promise.all(Array.from({ length: 60 }, () => teamWith(2)));
  const large = await teamWith(4_500);
  await place();
  const left = await Promise.all([...small, large].map(unplaced));
  expect(left).toEqual(Array(61).fill(0));
  const { rows } = await api().sql.query<{ commits: number; most: number }>(
    `select count(*)::integer as commits, max(teams)::integer as most from (
      select count(distinct tenant_id) as teams from kept_event
      where tenant_id = any ($1) group by xmin::text) c`,
    [small.map(({ tenantId }) => tenantId)],
  );
  expect(rows[0]?.most).toBeGreaterThan(20);
  expect(rows[0]?.most).toBeLessThanOrEqual(50);
  expect(rows[0]?.commits).toBeLessThanOrEqual(3);
});

test('a feed that a reader has locked holds up no other feed, and the gauge shows its age', async () => {
  const [locked, free] = [await teamWith(1), await teamWith(1)];
  api().clock.travel(20_000);
  const reader = await api().sql.connect();
  await reader.query('begin');
  await reader.query('select from event_feed where tenant_id = $1 for no key update', [
    locked.tenantId,
  ]);
  await place();
  expect([await unplaced(locked), await unplaced(free)]).toEqual([1, 0]);
  await reader.query('rollback');
  reader.release();
  await place();
  expect(await unplaced(locked)).toBe(0);
  const { values = [] } = (await register.getSingleMetric('event_feed_lag_seconds')?.get()) ?? {};
  expect(values[0]?.value).toBeGreaterThanOrEqual(20);
});
