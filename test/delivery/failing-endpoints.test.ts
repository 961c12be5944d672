import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { warnOfFailingEndpoints } from '../../src/worker/delivery/failing-endpoints.ts';
import { mailTasks } from '../../src/worker/mail/mail-tasks.ts';
import { NOW, newTeam } from '../cli/harness/team.ts';
import { insertDeliveryRow } from '../harness/delivery-rows.ts';
import { links } from '../harness/mailed-links.ts';
import { useDatabase } from '../harness/use-database.ts';
import { runJobs, waitingJobs } from '../worker/harness/queue.ts';

const database = useDatabase();

let team: Awaited<ReturnType<typeof newTeam>>;

beforeEach(async () => {
  await database().pool.query('delete from webhook_endpoint');
  await database().pool.query('delete from graphile_worker._private_jobs');
  team = await newTeam(database().pool, { owner: 'owner@example.com' });
  await team.do((call) => addMember(call, { email: 'admin@example.com', role: 'admin' }));
  await query("update member set lang = 'en' where email = 'admin@example.com'");
});

const query = async (text: string, values: unknown[] = []) =>
  (await database().pool.query(text, values)).rows;
const warn = (pauseAfterMs = 72 * HOUR_MS) =>
  warnOfFailingEndpoints({ pool: database().pool, pauseAfterMs });
const tasks = () => mailTasks({ pool: database().pool, clock: databaseClock, mailer: null, links });
const mails = () =>
  query(
    `select recipient, cause, subject, body from mail
     where tenant_id = $1 and cause like 'webhook_failing:%' order by recipient, created_at`,
    [team.tenant_id],
  );
const tell = async () => {
  await warn();
  await runJobs(database().pool, tasks());
  return mails();
};

/** `failing` is how long ago the first failure was, by the clock of the database. */
async function endpoint(failing: string | null, status = 'active') {
  const id = newId('whe', NOW);
  await query(
    `insert into webhook_endpoint (tenant_id, id, url, events, description, status, secret,
       api_version, created_at, failing_since)
     values ($1, $2, 'https://hooks.example.com/in?token=t0k3n', '{member.joined}', 'CRM', $3, '',
       '2026-11', now() - interval '1 y', now() - $4::interval)`,
    [team.tenant_id, id, status, failing],
  );
  return id;
}

describe('after 24 hours of failing the admins and the owner get a mail, before the pause', () => {
  test('no mail is written earlier, and one mail is written for each period of failing', async () => {
    const id = await endpoint('23:59:30');
    expect(await tell()).toEqual([]);
    await query("update webhook_endpoint set failing_since = failing_since - interval '30 s'");
    expect(await tell()).toHaveLength(2);
    expect(await tell()).toHaveLength(2);
    await query('update webhook_endpoint set failing_since = null');
    expect(await tell()).toHaveLength(2);
    await query("update webhook_endpoint set failing_since = now() - interval '25 h'");
    const written = await tell();
    expect(written).toHaveLength(4);
    for (const { cause } of written) expect(cause).toContain(id);
  });

  test('four workers at once, and the same job again, write one mail for each person', async () => {
    await Promise.all([1, 2, 3].map(() => endpoint('25 h')));
    const warned = await Promise.all([warn(), warn(), warn(), warn()]);
    expect(warned.reduce((sum, count) => sum + count)).toBe(3);
    expect(await waitingJobs(database().pool)).toHaveLength(3);
    const jobs = await query('select payload from graphile_worker._private_jobs');
    await Promise.all([1, 2, 3, 4].map(() => runJobs(database().pool, tasks())));
    for (const { payload } of jobs) await tasks()['webhook.failing']?.(payload);
    const recipients = (await mails()).map(({ recipient }) => recipient);
    expect(recipients).toEqual([
      ...Array(3).fill('admin@example.com'),
      ...Array(3).fill('owner@example.com'),
    ]);
  });

  test('the mail names the date of the pause and the last answer, in German and English, without a token', async () => {
    const id = await endpoint('25 h');
    const [event_id, delivery] = [newId('evt', NOW), newId('whd', NOW)];
    await query("insert into webhook_event values ($1, $2, 'member.joined', '{}', now())", [
      event_id,
      team.tenant_id,
    ]);
    await insertDeliveryRow(database().pool, {
      tenant_id: team.tenant_id,
      id: delivery,
      endpoint_id: id,
      event_id,
      event_type: 'member.joined',
      created_at: NOW,
      attempt: 1,
    });
    await query(
      `update webhook_attempt set started_at = now() - interval '2 h', response_code = 503
       where delivery_id = $1`,
      [delivery],
    );
    const [row] = await query(
      `select to_char((failing_since + interval '72 h') at time zone t.time_zone, 'HH24:MI') as at
       from webhook_endpoint e join tenant t on t.id = e.tenant_id where e.id = $1`,
      [id],
    );
    const [english, german] = await tell();
    expect(english.subject).toBe('A webhook endpoint of your team has failed for a day');
    expect(german.subject).toContain('Webhook-Endpunkt');
    for (const { body } of [english, german]) {
      expect(body).toContain('https: //hooks. example. com/in\n');
      expect(body).toContain(': HTTP 503');
      expect(body).toContain(row.at);
      expect(body).toContain(`/app/webhooks/${id}\n`);
      expect(body).not.toContain('t0k3n');
    }
    expect(english.body).toContain('we will pause the endpoint on ');
    expect(german.body).toContain('pausieren wir den Endpunkt am ');
  });

  test.each([
    ['a success', 'failing_since = null'],
    ['a pause', "status = 'disabled_failures'"],
    ['a deletion', 'deleted_at = now()'],
  ])('no mail is written if %s came in the meantime', async (_, change) => {
    await endpoint('25 h');
    expect(await warn()).toBe(1);
    await query(`update webhook_endpoint set ${change}`);
    await runJobs(database().pool, tasks());
    expect(await mails()).toEqual([]);
  });

  test('no mail is written about an endpoint that is switched off, or that is paused within a day', async () => {
    await endpoint('30 h', 'disabled');
    expect(await warn()).toBe(0);
    await endpoint('30 h');
    expect(await warn(DAY_MS)).toBe(0);
    expect(await warn(DAY_MS + 1)).toBe(1);
  });

  test('no mail is written to a team whose contract has ended', async () => {
    await endpoint('25 h');
    await query("update tenant set status = 'ended' where id = $1", [team.tenant_id]);
    expect(await tell()).toEqual([]);
  });

  test('the mail about an endpoint whose row is locked is written in the next second', async () => {
    await endpoint('25 h');
    const other = await database().pool.connect();
    onTestFinished(() => other.release());
    await other.query("begin; set local idle_in_transaction_session_timeout = '30 s'");
    await other.query('select from webhook_endpoint for update');
    expect(await warn()).toBe(0);
    await other.query('commit');
    expect(await warn()).toBe(1);
  });
});
