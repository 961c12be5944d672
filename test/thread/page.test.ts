import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { answering, Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h' });

let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The request id has the process's time, the page the browser's.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

test('links lead from a request to its change, event, delivery and attempts, to a resend, and back', async () => {
  const receiver = await openReceiver(answering(503, 200));
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  const { host } = new URL(receiver.url());
  const email = 'kim@example.com';
  const answer = await team.request('POST', '/users', { body: { email, role: 'member' } });
  const id = String(answer.headers['x-request-id']);
  await until('the line is written', async () => {
    const sql = 'select from request_log_line where request_id = $1';
    return (await app().api.sql.query(sql, [id])).rowCount === 1;
  });
  const [delivery] = await hook.deliveries();
  await hook.attempted(String(delivery?.id), 1);

  const { page } = owner;
  const drawer = (name: string) => page.getByRole('dialog', { name });
  const here = page.locator('[aria-current="step"]');
  await owner.open(`/request-log?line=${id}`);
  await drawer('POST /users').getByText('Cause and effects').waitFor();
  expect(await here.innerText()).toContain('POST /users');
  expect(await owner.violations()).toEqual([]);

  await drawer('POST /users').getByRole('link', { name: 'Member invited' }).click();
  const entry = drawer('Member invited');
  await entry.getByRole('link', { name: email }).waitFor();
  expect(await here.innerText()).toContain('Member invited');
  expect(await owner.violations()).toEqual([]);

  await entry.getByRole('link', { name: `Delivery: ${host}` }).click();
  await page.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('It has arrived, so it is not sent again.').waitFor();
  const own = page.locator('li[aria-current="step"]').filter({ hasText: host });
  await own.getByText('Delivered').waitFor();
  expect(await own.innerText()).toMatch(/503\s+200/);
  expect(await owner.violations()).toEqual([]);
  await page.getByRole('link', { name: 'In the audit log' }).click();
  await page.getByRole('button', { name: 'Webhook delivery resent' }).waitFor();
  await page.getByText(`member.joined → ${host}`).first().waitFor();

  await page.goBack();
  await page.getByRole('link', { name: 'POST /users' }).click();
  await drawer('POST /users').waitFor();
});

test('an endpoint first offers to retry everything since its outage began', async () => {
  const receiver = await openReceiver(answering(503, 200));
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  await hook.attempted(await hook.happen(), 1);
  const { page } = owner;
  await owner.open(`/webhooks/${hook.endpointId}`);
  await page.getByRole('button', { name: 'Resend since …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend everything that has not arrived' });
  const since = dialog.getByRole('combobox', { name: 'Events since' });
  const chosen = since.locator('option:checked');
  expect(await chosen.innerText()).toMatch(/^the outage began \(/);
  await dialog.getByRole('button', { name: 'Resend 1' }).waitFor();
  await since.selectOption('own');
  await dialog.getByLabel('Moment').fill('2099-01-01T00:00');
  await dialog.getByText('There is nothing to resend.').waitFor();
  expect(await owner.violations()).toEqual([]);
  await since.selectOption('failing');
  await dialog.getByRole('button', { name: 'Resend 1' }).click();
  await page.getByText('1 of 1 queued').waitFor();
});
