import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestIdAt } from '../../src/shared/secrets/request-id.ts';
import { codeOf, makeSession } from '../harness/app.ts';
import { startSmtp } from '../harness/smtp.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';
import { Sandbox } from './harness/sandbox.ts';

const api = useApi();
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Team <team@example.com>' };
  worker = await startTestWorker(api(), env);
});

afterAll(async () => {
  await worker.stop();
  await smtp.close();
});

test('a sandbox shows its mails to admins and sends none, not even to the address of a real person', async () => {
  const sandbox = await Sandbox.make(api());
  const real = await makeTeam(api());
  const admin = await sandbox.parent.addMember({ role: 'admin' });
  const member = await sandbox.parent.addMember();
  // Both addresses belong to people with accounts.
  for (const email of [real.owner.email, sandbox.parent.owner.email]) {
    await sandbox.team.request('POST', '/users', { body: { email } });
  }
  const { app } = await sandbox.visit(admin);
  const shown = async () => (await app.tryOut.mails.query({})).data;
  await until('both mails', async () => (await shown()).length === 2);
  const mails = await shown();
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [real.owner.email, sandbox.parent.owner.email].toSorted(),
  );
  for (const { body } of mails) {
    expect(body).toContain('In einer Sandbox gibt es ihn nicht');
    expect(body).not.toMatch(/https?:|\{link\}/);
  }
  await real.request('POST', '/users', { body: { email: 'invited@example.com' } });
  await smtp.received(1);
  expect(smtp.mails.flatMap(({ to }) => to)).toEqual(['invited@example.com']);
  const plain = await sandbox.visit(member);
  expect(await codeOf(plain.app.tryOut.mails.query({}))).toBe('forbidden');
  const stranger = await makeSession(sandbox.team, real.owner);
  expect(await codeOf(stranger.app.tryOut.mails.query({}))).toBe('no_team');
});

test('the mail about a synchronization that failed is shown too', async () => {
  const sandbox = await Sandbox.make(api());
  // The worker uses the clock of the database.
  api().clock.travel(Date.now() - api().clock.now().getTime());
  const { app } = await sandbox.visit();
  const { request_id, made } = await app.tryOut.trigger.mutate({ name: 'crm.sync.failed' });
  const connection_id = made[0]?.id;
  const failures = async () =>
    (await app.tryOut.outcome.query({ request_id, connection_id })).entries.filter(
      ({ action }) => action === 'crm.sync_failed',
    );
  await until('the failure', async () => (await failures()).length === 1);
  const { data } = await app.crm.connections.query({});
  expect(data).toMatchObject([
    { id: connection_id, state: 'sign_in', failure: { reason: 'auth' } },
  ]);
  // A request one hour later does not belong to the thread.
  const later = requestIdAt(new Date(Date.now() + 3_600_000));
  const { entries } = await app.tryOut.outcome.query({ request_id: later, connection_id });
  expect(entries).toEqual([]);
  const again = await app.tryOut.trigger.mutate({ name: 'crm.sync.failed' });
  expect(again.made).toEqual(made);
});
