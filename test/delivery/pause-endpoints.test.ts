import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { pauseFailingEndpoints } from '../../src/worker/delivery/failing-endpoints.ts';
import { mailTasks } from '../../src/worker/mail/mail-tasks.ts';
import { NOW, newTeam } from '../cli/harness/team.ts';
import { insertDeliveryRow } from '../harness/delivery-rows.ts';
import { links } from '../harness/mailed-links.ts';
import { useDatabase } from '../harness/use-database.ts';
import { runJobs, waitingJobs } from '../worker/harness/queue.ts';

const database = useDatabase();
const PAUSE_AFTER = 3 * DAY_MS;

let team: Awaited<ReturnType<typeof newTeam>>;

beforeEach(async () => {
  await database().pool.query('delete from webhook_endpoint');
  await database().pool.query('delete from graphile_worker._private_jobs');
  team = await newTeam(database().pool, { owner: 'owner@example.com' });
});

const query = async (text: string, values: unknown[] = []) =>
  (await database().pool.query(text, values)).rows;
const pause = () => pauseFailingEndpoints({ pool: database().pool, pauseAfterMs: PAUSE_AFTER });
const tasks = () =>
  mailTasks({
    pool: database().pool,
    clock: databaseClock,
    mailer: null,
    links: { ...links, publicUrl: 'https://api.example.com' },
  });

/** The times are intervals before now, by the clock of the database. */
async function endpoint(row: { failing?: string; success?: string; status?: string } = {}) {
  const id = newId('whe', NOW);
  await query(
    `insert into webhook_endpoint (tenant_id, id, url, events, description, status, secret,
       api_version, created_at, failing_since, last_success_at)
     values ($1, $2, 'https://hooks.example.com/in?token=t0k3n', '{member.joined}', 'Übergabe ans CRM', $3, '',
       '2026-11', now() - interval '1 y', now() - $4::interval, now() - $5::interval)`,
    [team.tenant_id, id, row.status ?? 'active', row.failing ?? null, row.success ?? null],
  );
  return id;
}

async function statusOf(id: string) {
  const [row] = await query('select status, paused_at from webhook_endpoint where id = $1', [id]);
  return row.status;
}

type Attempt = { error: string; code?: number; type?: string };

async function attempted(endpointId: string, ago: string, { error, code, type }: Attempt) {
  const { tenant_id } = team;
  const [event_id, id] = [newId('evt', NOW), newId('whd', NOW)];
  const event_type = type ?? 'member.joined';
  const event = [event_id, tenant_id, event_type];
  await query("insert into webhook_event values ($1, $2, $3, '{}', now())", event);
  const delivery = { tenant_id, id, endpoint_id: endpointId, event_id, event_type };
  await insertDeliveryRow(database().pool, { ...delivery, created_at: NOW, attempt: 1 });
  await query(
    `update webhook_attempt set started_at = now() - $2::interval, error = $3, response_code = $4
     where delivery_id = $1`,
    [id, ago, error, code],
  );
}

describe('D141: an endpoint is paused when its first failure since the last success is three days old', () => {
  test('an endpoint is not paused before that time, and is paused after it', async () => {
    const early = await endpoint({ failing: '2 d 23:59:30' });
    const due = await endpoint({ failing: '3 d 00:00:00.001' });
    expect(await pause()).toBe(1);
    expect([await statusOf(early), await statusOf(due)]).toEqual(['active', 'disabled_failures']);
    await query("update webhook_endpoint set failing_since = failing_since - interval '30 s'");
    expect(await pause()).toBe(1);
    expect(await statusOf(early)).toBe('disabled_failures');
    expect(await pause()).toBe(0);
  });

  test.for<[what: string, row: Parameters<typeof endpoint>[0]]>([
    ['one that is quiet', { success: '300 d' }],
    ['one that has never been sent anything', {}],
    ['one blip after a quiet week', { success: '7 d', failing: '1 s' }],
    ['one that is disabled', { failing: '9 d', status: 'disabled' }],
    ['one that is paused already', { failing: '9 d', status: 'disabled_failures' }],
  ])('%s is left as it is', async ([, row]) => {
    const id = await endpoint(row);
    expect(await pause()).toBe(0);
    expect(await statusOf(id)).toBe(row?.status ?? 'active');
  });

  test('an endpoint that is deleted is left as it is', async () => {
    const id = await endpoint({ failing: '9 d' });
    await query('update webhook_endpoint set deleted_at = now() where id = $1', [id]);
    expect(await pause()).toBe(0);
    expect(await statusOf(id)).toBe('active');
  });

  test('at most a hundred endpoints are paused at a time, beginning with those that have failed longest', async () => {
    await Promise.all(
      Array.from({ length: 101 }, (_, n) => endpoint({ failing: n === 50 ? '4 d' : '5 d' })),
    );
    expect(await pause()).toBe(100);
    expect(await query("select from webhook_endpoint where status = 'active'")).toHaveLength(1);
    expect(await pause()).toBe(1);
  });

  test('an endpoint whose row is in use is left for the next second', async () => {
    await endpoint({ failing: '4 d' });
    const other = await database().pool.connect();
    onTestFinished(() => other.release());
    await other.query("begin; set local idle_in_transaction_session_timeout = '30 s'");
    await other.query('select from webhook_endpoint for update');
    expect(await pause()).toBe(0);
    await other.query('commit');
    expect(await pause()).toBe(1);
  });

  test('while no endpoint fails, the check reads an empty index', async () => {
    await endpoint({ success: '1 d' });
    const client = await database().pool.connect();
    onTestFinished(() => client.release());
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query(
      `explain select exists (select from webhook_endpoint where status = 'active'
         and deleted_at is null and failing_since < now() - 5 * interval '1 millisecond')`,
    );
    await client.query('commit');
    expect(JSON.stringify(rows)).toContain('webhook_endpoint_failing');
  });
});

describe('D168: every active admin and the owner get one mail for each pause, in their language', () => {
  async function people() {
    const add = (email: string, role: 'admin' | 'member') =>
      team.do((call) => addMember(call, { email, role }));
    await add('admin@example.com', 'admin');
    await add('member@example.com', 'member');
    await add('gone@example.com', 'admin');
    await query(
      `update member set status = 'removed', removed_at = now()
       where tenant_id = $1 and email = 'gone@example.com'`,
      [team.tenant_id],
    );
    await query("update member set lang = 'en' where email = 'admin@example.com'");
    await query(
      `insert into member (tenant_id, id, email, role, status, created_through, created_at)
       values ($1, 'mem_invited', 'invited@example.com', 'admin', 'invited', 'app', now())`,
      [team.tenant_id],
    );
    // The admin of another team gets no mail.
    await newTeam(database().pool, { owner: 'stranger@example.com' });
  }

  const mails = () =>
    query(
      `select recipient, lang, cause, subject, body from mail where cause like 'webhook_paused:%'
         and tenant_id = $1 order by recipient, created_at`,
      [team.tenant_id],
    );

  test('four workers at once make one transition, one audit entry, and one mail for each person', async () => {
    await people();
    const ids = await Promise.all([1, 2, 3].map(() => endpoint({ failing: '3 d 1 s' })));
    const paused = await Promise.all([pause(), pause(), pause(), pause()]);
    expect(paused.reduce((sum, count) => sum + count)).toBe(3);
    const audited = await query(
      `select actor_kind, actor_id, action, target_id, request_id from audit_entry
       where tenant_id = $1 and action like 'webhook%' order by target_id`,
      [team.tenant_id],
    );
    const entry = { actor_kind: 'system', actor_id: 'system', action: 'webhook_endpoint.paused' };
    expect(audited).toEqual(
      ids.toSorted().map((target_id) => ({ ...entry, target_id, request_id: null })),
    );
    expect(await waitingJobs(database().pool)).toHaveLength(3);
    await Promise.all([1, 2, 3, 4].map(() => runJobs(database().pool, tasks())));
    const recipients = (await mails()).map(({ recipient, lang }) => `${recipient} ${lang}`);
    expect(recipients).toEqual([
      ...Array(3).fill('admin@example.com en'),
      ...Array(3).fill('owner@example.com de'),
    ]);
  });

  test('the same job again sends no second mail; the next pause sends one', async () => {
    const id = await endpoint({ failing: '4 d' });
    await pause();
    const [job] = await query('select payload from graphile_worker._private_jobs');
    await runJobs(database().pool, tasks());
    await tasks()['webhook.paused']?.(job.payload);
    expect(await mails()).toHaveLength(1);
    // The endpoint is switched on again, and fails again.
    await query("update webhook_endpoint set status = 'active', paused_at = null where id = $1", [
      id,
    ]);
    await pause();
    await runJobs(database().pool, tasks());
    expect(await mails()).toHaveLength(2);
  });

  test('the mail about an endpoint that works again by then is still written; about a deleted endpoint none is', async () => {
    const [back, deleted] = [
      await endpoint({ failing: '4 d' }),
      await endpoint({ failing: '4 d' }),
    ];
    await pause();
    await query(
      `update webhook_endpoint set status = 'active', paused_at = null, failing_since = null
       where id = $1`,
      [back],
    );
    await query("update webhook_endpoint set deleted_at = now(), secret = '' where id = $1", [
      deleted,
    ]);
    await runJobs(database().pool, tasks());
    const written = await mails();
    expect(written).toMatchObject([{ cause: expect.stringContaining(back) }]);
    expect(written[0].body).toContain('Seit dem');
  });

  test('a team whose contract has ended gets no mail', async () => {
    await endpoint({ failing: '4 d' });
    await query("update tenant set status = 'ended' where id = $1", [team.tenant_id]);
    await pause();
    await runJobs(database().pool, tasks());
    expect(await mails()).toEqual([]);
  });

  test('the mail contains what its reader needs, and names no person', async () => {
    await people();
    const id = await endpoint({ failing: '4 d', success: '5 d' });
    await attempted(id, '6 d', { error: 'dns_error' });
    await attempted(id, '2 h', { error: 'http_status', code: 503 });
    await attempted(id, '1 h', { error: 'worker_lost' });
    await attempted(id, '1 h', { error: 'tls_error', type: 'ping' });
    await attempted(id, '3 h', { error: 'timeout' });
    await pause();
    await query(`update graphile_worker._private_jobs set payload = payload::jsonb || $1::jsonb`, [
      JSON.stringify({
        failingSince: '2026-11-16T09:05:00.000Z',
        lastSuccessAt: '2026-11-15T23:59:00.000Z',
      }),
    ]);
    await runJobs(database().pool, tasks());
    const [english, german] = await mails();
    const path = `${BASE_PATH}/webhook-endpoints/${id}`;
    for (const { subject, body } of [english, german]) {
      expect(subject).toMatch(/webhook/i);
      expect(body).toContain('https: //hooks. example. com/in');
      // A query may contain a token of the receiver.
      expect(body).not.toContain('t0k3n');
      expect(body).toContain('Übergabe ans CRM');
      expect(body).toContain(`pp: https://api.example.com/app/webhooks/${id}\n`);
      expect(body).toContain(`PATCH https://api.example.com${path}\n  {"status":"active"}`);
      expect(body).toContain(
        `POST https://api.example.com${BASE_PATH}/webhook-deliveries/{delivery_id}/retry`,
      );
      expect(body).not.toMatch(/@|null|undefined/);
    }
    expect(english.body).toContain('Last error: HTTP 503');
    expect(english.body).toContain(
      'Every attempt since 16 November 2026 at 10:05 (CET) has failed.',
    );
    expect(english.body).toContain(
      'The last successful delivery was on 16 November 2026 at 00:59 (CET).',
    );
    expect(english.body).toContain('kept for 30 days');
    expect(german.body).toContain('Letzter Fehler: HTTP 503');
    expect(german.body).toContain('Seit dem 16. November 2026 um 10:05 (MEZ) ist jeder Versuch');
    expect(german.body).toContain('30 Tage lang aufbewahrt');
  });

  test('the mail about an endpoint without a description, a success and a known error leaves these out', async () => {
    const id = await endpoint({ failing: '4 d' });
    await query('update webhook_endpoint set description = null where id = $1', [id]);
    await pause();
    await runJobs(database().pool, tasks());
    const [mail] = await mails();
    expect(mail.body).not.toMatch(/Beschreibung|Letzter Fehler|null/);
    expect(mail.body).toContain(
      'Eine erfolgreiche Zustellung gab es an diesen Endpunkt noch nicht.',
    );
  });
});
