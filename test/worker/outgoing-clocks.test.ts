import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import {
  pauseFailingEndpoints,
  warnOfFailingEndpoints,
} from '../../src/worker/delivery/failing-endpoints.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { newTeam } from '../cli/harness/team.ts';
import { cloneDatabase } from '../harness/database.ts';
import { links } from '../harness/mailed-links.ts';
import { ManualClock } from '../harness/manual-clock.ts';

const log = createLogger('silent');

async function world() {
  const database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const clock = new ManualClock();
  const { tenant_id: team } = await newTeam(pool);
  const count = async (table: string) =>
    (await pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n;
  const round = () => runHousekeeping({ pool, clock, log, links });
  return { pool, clock, team, count, round };
}

type World = Awaited<ReturnType<typeof world>>;

const pause = ({ pool }: World, from: Date, to: Date | null = null) =>
  pool.query('insert into outgoing_pause (started_at, ended_at) values ($1, $2)', [from, to]);

const daysAfter = (days: number, from: Date) => new Date(from.getTime() + days * DAY_MS);

/** Rows of this age: a mail, an ended delivery, a delivery that a paused endpoint holds, and a run. */
async function oldRows({ pool, team, clock }: World): Promise<void> {
  const at = clock.now();
  const id = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;
  const statements = [
    `insert into mail (id, tenant_id, cause, recipient, lang, subject, body, created_at)
     values ('mail_1', $1, 'c', 'a@example.com', 'de', 's', 'b', $2)`,
    `insert into crm_sync_run (tenant_id, id, connection_id, cause, status, is_full, started_at, finished_at)
     values ($1, 'run_1', 'con_1', 'first', 'ok', true, $2, $2)`,
    `insert into webhook_endpoint (tenant_id, id, url, events, secret, api_version, created_at, status)
     values ($1, '${id('whe')}', 'https://example.com', '{ping}', 's', 'v1', $2, 'disabled')`,
    `insert into webhook_event (tenant_id, id, type, body, created_at)
     values ($1, '${id('evt')}', 'ping', '{}', $2)`,
    `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, created_at)
     values ($1, '${id('whd')}', '${id('whe')}', '${id('evt')}', 'ping', $2)`,
    `insert into webhook_pending (tenant_id, delivery_id, endpoint_id, event_id, next_try_at)
     values ($1, '${id('whd')}', '${id('whe')}', '${id('evt')}', $2)`,
  ];
  for (const text of statements) await pool.query(text, [team, at]);
}

test('what waits to be sent gets no older while nothing may be sent, and goes on ageing afterwards', async () => {
  const here = await world();
  const { pool, clock, count, round } = here;
  const start = clock.now();
  await oldRows(here);
  await pause(here, daysAfter(10, start));
  clock.travel(400 * DAY_MS);
  await round();
  const given = () => pool.query('select given_up_for from webhook_delivery');
  expect((await given()).rows).toEqual([{ given_up_for: null }]);
  expect([await count('mail'), await count('crm_sync_run')]).toEqual([1, 1]);

  await pool.query('update outgoing_pause set ended_at = $1', [clock.now()]);
  // A delivery is held for 30 days, of which 10 had passed. A mail and a run are kept for 90.
  clock.travel(20 * DAY_MS - 1_000);
  await round();
  expect((await given()).rows).toEqual([{ given_up_for: null }]);
  clock.travel(2_000);
  await round();
  expect((await given()).rows).toEqual([{ given_up_for: 'endpoint_paused' }]);
  clock.travel(60 * DAY_MS - 2_000);
  await round();
  expect([await count('mail'), await count('crm_sync_run')]).toEqual([1, 1]);
  clock.travel(2_000);
  await round();
  expect([await count('mail'), await count('crm_sync_run')]).toEqual([0, 0]);
});

test('the time of a pause does not count for an endpoint that fails', async () => {
  const here = await world();
  const { pool, team } = here;
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await pool.query(
    `insert into webhook_endpoint (tenant_id, id, url, events, secret, api_version, created_at, failing_since)
     values ($1, 'whe_1', 'https://example.com', '{ping}', 's', 'v1', $2, $2)`,
    [team, ago(6.5)],
  );
  await pause(here, ago(6), ago(1));
  const deps = { pool, pauseAfterMs: 3 * DAY_MS };
  // It has failed for a day and a half by the clock that stood still.
  expect(await pauseFailingEndpoints(deps)).toBe(0);
  expect(await warnOfFailingEndpoints(deps)).toBe(1);
  await pool.query('update outgoing_pause set started_at = $1', [ago(4)]);
  expect(await pauseFailingEndpoints(deps)).toBe(1);
});

test.each([
  { name: 'no pause', pauses: [], expected: 10 },
  { name: 'a pause before', pauses: [[20, 15]], expected: 10 },
  { name: 'a pause within', pauses: [[8, 5]], expected: 13 },
  { name: 'a pause over the moment', pauses: [[12, 8]], expected: 14 },
  {
    name: 'two pauses, of which the earlier is reached only through the later',
    pauses: [
      [8, 5],
      [12, 11],
    ],
    expected: 14,
  },
  { name: 'an open pause', pauses: [[4, 0]], expected: 14 },
])('a moment ten days of sending ago: $name', async ({ pauses, expected }) => {
  const here = await world();
  const now = new Date('2026-11-20T12:00:00.000Z');
  for (const [from = 0, to = 0] of pauses) {
    await pause(here, daysAfter(-from, now), to === 0 ? null : daysAfter(-to, now));
  }
  const { rows } = await here.pool.query("select outgoing_ago($1, interval '10 days') as moment", [
    now,
  ]);
  expect(rows).toEqual([{ moment: daysAfter(-expected, now) }]);
});
