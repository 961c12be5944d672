import { register } from 'prom-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { startHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { links } from '../harness/mailed-links.ts';
import { until } from '../harness/until.ts';
import { smtp, useOutbox } from '../mail/harness/outbox.ts';
import { runJobs } from './harness/queue.ts';

const { pool, tasks, write, team } = useOutbox();

async function metric(name: string): Promise<number> {
  const [metricName = ''] = name.split('{');
  const text = await register.getSingleMetricAsString(metricName);
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

/** What a worker tells that starts now. */
async function observed(name: string): Promise<number> {
  const housekeeping = startHousekeeping({
    pool: pool(),
    clock: databaseClock,
    log: createLogger('silent'),
    links,
  });
  await housekeeping.stop();
  return metric(name);
}

const age = (table: string) =>
  pool().query(`update ${table} set created_at = created_at - interval '2 hours'`);
const jobsAge = () => age('graphile_worker._private_jobs');
const near = (seconds: number) => [seconds >= 7_200, seconds < 7_260];

describe('what waits', () => {
  test('mail_oldest_unsent_seconds is the age of the oldest mail that is still tried', async () => {
    expect(await observed('mail_oldest_unsent_seconds')).toBe(0);
    await write();
    await jobsAge();
    await write({ cause: 'test:2' });
    expect(near(await observed('mail_oldest_unsent_seconds'))).toEqual([true, true]);
    const server = await smtp();
    await runJobs(pool(), tasks(server.url));
    expect(server.mails).toHaveLength(2);
    expect(await observed('mail_oldest_unsent_seconds')).toBe(0);
  });

  test('a mail that no worker can send does not wait', async () => {
    await write();
    await jobsAge();
    await runJobs(pool(), tasks(null));
    expect(await observed('mail_oldest_unsent_seconds')).toBe(0);
  });

  test('queue_jobs_failed counts the jobs that have failed for the last time', async () => {
    await write();
    expect(await observed('queue_jobs_failed')).toBe(0);
    await pool().query('update graphile_worker._private_jobs set max_attempts = 1');
    const failing = { 'mail.send': () => Promise.reject(new Error('no')) };
    await runJobs(pool(), failing);
    expect(await observed('queue_jobs_failed')).toBe(1);
    expect(await observed('mail_oldest_unsent_seconds')).toBe(0);
    await pool().query(
      `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`,
    );
    expect(await observed('queue_jobs_failed')).toBe(0);
  });

  test('erasure_oldest_unfinished_seconds is the age of the oldest erasure without an end', async () => {
    expect(await observed('erasure_oldest_unfinished_seconds')).toBe(0);
    const { rows } = await pool().query(
      `insert into erasure (id, tenant_id, created_at) values ('ers_1', $1, now()) returning id`,
      [team().tenant_id],
    );
    onTestFinished(async () => {
      await pool().query('delete from erasure where id = $1', [rows[0].id]);
    });
    await age('erasure');
    expect(near(await observed('erasure_oldest_unfinished_seconds'))).toEqual([true, true]);
    await pool().query('update erasure set finished_at = now()');
    expect(await observed('erasure_oldest_unfinished_seconds')).toBe(0);
  });
});

describe('mail_attempts_total counts an attempt', () => {
  const refusing = (code: number) =>
    smtp({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('no'), { responseCode: code })),
    });

  test.each([
    ['ok', () => smtp()],
    ['refused', () => refusing(550)],
    ['failed', () => refusing(450)],
  ] as const)('as %s', async (outcome, start) => {
    const name = `mail_attempts_total{outcome="${outcome}"}`;
    const before = await metric(name);
    await write();
    await runJobs(pool(), tasks((await start()).url));
    await until('the attempt to count', async () => (await metric(name)) === before + 1);
  });
});
