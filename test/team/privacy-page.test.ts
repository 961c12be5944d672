import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { givePassword, makeSession, PASSWORD } from '../harness/app.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api);

let world: World;
let owner: Visitor;

beforeAll(async () => {
  await makeGlobalCatalog(app().api);
  world = await makeWorld(app().api, { memberDetail: true, leaderboard: true });
  const { team } = world;
  await givePassword(app().api, team.owner);
  // The change asks for a proof, because this session has none.
  const session = await makeSession(team, team.owner, { provedAt: null });
  const { userId } = team.owner;
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [userId]);
  owner = await app().visit({ session, language: 'en', expects: /403/ });
});

test('member detail off: the page previews it, and then answers, pages and webhook bodies have less', async () => {
  const { team, member } = world;
  const receiver = await openReceiver();
  await Hook.to(app().api, { team, url: receiver.url(), events: ['member.removed'] });
  const [first, second] = [await team.addMember(), await team.addMember()];
  await team.request('DELETE', `/users/${first.memberId}`);
  await receiver.waitFor(1);

  const { page } = owner;
  await owner.open('/privacy');
  await page.getByRole('switch', { name: 'Member detail' }).uncheck();
  const hidden = page.locator('section').filter({ hasText: 'Will be hidden' }).last();
  await hidden.waitFor();
  const preview = await hidden.innerText();
  expect(preview).toContain('GET /trainings');
  expect(preview).toContain('member.removed');
  // Pages are listed by name, operations of REST by address, and events by type.
  const pages = hidden.getByRole('heading', { name: 'This app' }).locator('..');
  expect(await pages.getByRole('listitem').count()).toBeGreaterThan(10);
  expect(await pages.locator('code').allInnerTexts()).toEqual([]);
  expect(await owner.violations()).toEqual([]);
  // The preview explains first, and then shows the bodies after the change.
  await page.getByRole('heading', { name: 'How it will be' }).waitFor();
  expect(await page.locator('figure').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Before[\s\S]*anna@customer.example/),
      expect.stringMatching(/^After[\s\S]*privacy_restricted/),
    ]),
  );
  // Nothing has changed yet.
  expect((await team.request('GET', '/trainings')).status).toBe(200);

  await page.getByRole('button', { name: 'Apply the change' }).click();
  const dialog = page.getByRole('dialog', { name: "Change the team's privacy" });
  await dialog.getByRole('button', { name: 'Apply the change' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Privacy is changed').waitFor();

  expect((await team.request('GET', '/trainings')).body.code).toBe('privacy_restricted');
  const seen = await team.request('GET', `/users/${member.memberId}`);
  expect(seen.body).not.toHaveProperty('email');
  await team.request('DELETE', `/users/${second.memberId}`);
  await receiver.waitFor(2);
  const [before, after] = receiver.requests.map(({ rawBody }) => JSON.parse(String(rawBody)).data);
  expect(before).toHaveProperty('user_id', first.userId);
  expect(after).not.toHaveProperty('user_id');

  await owner.open('/members');
  expect(await page.locator('main').innerText()).not.toContain(member.email);
  await owner.open('/analytics');
  await page.getByText('No values of individual members').waitFor();
});
