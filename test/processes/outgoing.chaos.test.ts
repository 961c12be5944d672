import os from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { inviteMember } from '../../src/features/members/invite-member.ts';
import { insertConnection } from '../crm/harness/connection.ts';
import { FakeHubspot } from '../crm/harness/fake-hubspot.ts';
import { Subscriber } from '../delivery/harness/subscriber.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { startSmtp } from '../harness/smtp.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

// Each process starts for seconds on a machine that may be busy.

const api = useApi();
const url = () => api().database.url;
const OFF = { OUTGOING: 'off' };

async function rows<T extends object>(text: string): Promise<T[]> {
  return (await api().sql.query<T>(text)).rows;
}

async function cli(...args: string[]) {
  const env = { DATABASE_URL: url(), ENCRYPTION_KEY: encryptionKey };
  const command = new Spawned('src/cli.ts', env, args);
  const { code } = await command.ended;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

/** A team with a delivery, an invitation, a CRM connection and tokens to revoke: all of them are due. */
async function teamWithDueWork() {
  const team = await makeTeam(api());
  const subscriber = await Subscriber.make(url(), {
    team: { tenantId: team.tenantId, do: (work) => team.do(work) },
  });
  await subscriber.raise();
  await team.do((call) => inviteMember(call, { email: 'guest@example.com', role: 'member' }));
  const connection = await insertConnection(team, {
    access: { kind: 'token', entered: { access_token: 'pat-eu1-fake-token-0001' }, tokens: null },
  });
  const revocation = {
    tenant: team.tenantId,
    connection: newId('con', new Date()),
    provider: 'hubspot',
    account: 'none',
    sealed: '',
  };
  await api().sql.query("select enqueue('crm.revoke', $1)", [JSON.stringify(revocation)]);
  return { team, subscriber, connection };
}

const sendingJobs = () =>
  rows(`select task_identifier as task, attempts from graphile_worker.jobs
    where task_identifier in ('mail.send', 'crm.revoke') order by 1`);

const invitations = () =>
  rows<{ recipient: string }>('select recipient, sent_at, last_error, claimed_at from mail');

test('with OUTGOING=off nothing leaves the worker and nothing due changes, jobs that stay inside run; later a worker waits for "outgoing resume"', async () => {
  const smtp = await startSmtp();
  const hubspot = await FakeHubspot.start();
  onTestFinished(async () => {
    await smtp.close();
    await hubspot.close();
  });
  const env = { SMTP_URL: smtp.url, HUBSPOT_BASE_URL: hubspot.url };
  const { subscriber, connection } = await teamWithDueWork();
  const outside = () => [
    subscriber.receiver.acceptedSockets(),
    smtp.mails.length,
    hubspot.server.requests.length,
  ];
  const state = async () => ({
    deliveries: await rows('select * from webhook_pending'),
    connections: await rows('select leased_at, lease_no, next_sync_at from crm_connection'),
    runs: await rows('select * from crm_sync_run'),
    endpoints: await rows('select status, failing_since from webhook_endpoint'),
  });
  const before = await state();

  const off = await WorkerProcess.start(url(), { ...env, ...OFF });
  expect(off.stdout).toContain('OUTGOING is off: nothing is sent to receivers');
  await until('the invitation in the outbox', async () => (await invitations()).length === 1);
  await until(
    'the wake-up of the delivery to be used up',
    async () =>
      (await rows(`select from graphile_worker.jobs where task_identifier = 'webhook.deliver'`))
        .length === 0,
  );
  const { stdout } = await cli('mail', 'list');
  expect(JSON.parse(stdout).mails[0].body).toMatch(/http:\/\/localhost:3000\/app\/link#/);
  expect(await off.stop()).toBe(0);

  const waiting = await WorkerProcess.start(url(), env);
  expect(waiting.stdout).toContain('OUTGOING was off: nothing is sent until');
  await subscriber.raise();
  await until(
    'the second wake-up to be used up',
    async () =>
      (await rows(`select from graphile_worker.jobs where task_identifier = 'webhook.deliver'`))
        .length === 0,
  );
  expect(outside()).toEqual([0, 0, 0]);
  const after = await state();
  expect({ ...after, deliveries: after.deliveries.slice(0, 1) }).toEqual(before);
  expect(await invitations()).toEqual([
    { recipient: 'guest@example.com', sent_at: null, last_error: null, claimed_at: null },
  ]);
  expect(await sendingJobs()).toEqual([
    { task: 'crm.revoke', attempts: 0 },
    { task: 'mail.send', attempts: 0 },
  ]);

  const resumed = await cli('outgoing', 'resume');
  expect(JSON.parse(resumed.stdout)).toEqual({ paused_since: expect.any(String) });
  await waiting.says('this process sends again');
  await subscriber.allOk();
  await smtp.received(1);
  await until('the synchronization', async () =>
    (await rows<{ id: string }>('select id from crm_connection where synced_at is not null')).some(
      ({ id }) => id === connection,
    ),
  );
  await until('no sending job to be left', async () => (await sendingJobs()).length === 0);
  expect(JSON.parse((await cli('outgoing', 'resume')).stdout)).toEqual({ paused_since: null });
  expect(await waiting.stop()).toBe(0);
});

test('with OUTGOING=off the API refuses what would send, and marks every page of the app', async () => {
  const team = await makeTeam(api());
  const port = await freePort();
  const env = { DATABASE_URL: url(), ENCRYPTION_KEY: encryptionKey, PORT: String(port), ...OFF };
  const other = await new Spawned('src/api.ts', env).says('"ready"');
  expect(other.stdout).toContain('OUTGOING is off: nothing is sent to receivers');
  const ask = (method: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${team.key}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const invited = await ask('POST', '/api/public/v1/users', { email: 'a@example.com' });
  expect([invited.status, await invited.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable', status: 503 }),
  ]);
  expect((await ask('GET', '/api/public/v1/users')).status).toBe(200);
  for (const path of ['/app', '/app/sign-in', '/app/members']) {
    expect(await (await ask('GET', path)).text()).toContain('<html data-outgoing="off"');
  }
  expect(await other.stop()).toBe(0);
  await cli('outgoing', 'resume');
});

test('processes with OUTGOING=on and with OUTGOING=off do not run beside each other, and "outgoing resume" waits for the last one', async () => {
  const env = async (extra: object) => ({
    DATABASE_URL: url(),
    ENCRYPTION_KEY: encryptionKey,
    ...extra,
    PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  });
  const refused = async (file: string, extra: object, words: string[] = []) => {
    const started = new Spawned(file, await env(extra), words);
    expect((await started.ended).code).toBe(1);
    return started.stderr;
  };
  const off = await new Spawned('src/worker.ts', await env(OFF)).says('"ready"');
  expect(await refused('src/api.ts', {})).toBe(
    `OUTGOING is on here, and off in a process that runs: process ${off.pid} on ${os.hostname()}. Stop it first; if it was killed, wait for 20 seconds\n`,
  );
  expect(await cli('outgoing', 'resume')).toMatchObject({
    code: 1,
    stderr: `OUTGOING is off in process ${off.pid} on ${os.hostname()}. Start it without this setting first.\n`,
  });
  // A refused process is no longer in the way.
  const also = await new Spawned('src/worker.ts', await env(OFF)).says('"ready"');
  expect(await Promise.all([off.stop(), also.stop()])).toEqual([0, 0]);
  expect((await cli('outgoing', 'resume')).code).toBe(0);
  const on = await new Spawned('src/worker.ts', await env({})).says('"ready"');
  expect(await refused('src/worker.ts', OFF)).toContain(
    `OUTGOING is off here, and on in a process that runs: process ${on.pid} on `,
  );
  expect(await on.stop()).toBe(0);
});
