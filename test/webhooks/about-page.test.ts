import { beforeAll, expect, test } from 'vitest';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { insertScoredTraining, insertTeamCatalogEntry } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let member: Person;
let training: string;
let endpoint: string;

beforeAll(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  owner = await app().visit({ session: await makeSession(team, team.owner) });
  const url = 'https://hooks.example.com/feed';
  const events = ['member.joined', 'evaluation.completed'];
  const made = await team.request('POST', '/webhook-endpoints', { body: { url, events } });
  endpoint = made.body.id;
  member = await team.addMember();
  const situation_id = await insertTeamCatalogEntry(team, 'situation');
  training = await insertScoredTraining(team, { member_id: member.memberId, situation_id });
  await team.do((call) =>
    raiseEvent(call, 'evaluation.completed', {
      training_id: training,
      user_id: member.userId,
      score: 52,
    }),
  );
});

const list = () => owner.page.getByRole('table', { name: 'Zustellungen' });
const row = (type: string, text = '') =>
  list().getByRole('row').filter({ hasText: type }).filter({ hasText: text });

test('the list of deliveries says whom and what each event is about, in a column of two lines or on the second line', async () => {
  for (const [size, hasColumn] of [
    [wide, true],
    [narrow, false],
  ] as const) {
    await owner.resize(size);
    for (const path of ['/deliveries', `/webhooks/${endpoint}`]) {
      await owner.open(path);
      await row('evaluation.completed', `${member.email} · 52`).waitFor();
      await row('evaluation.completed', hasColumn ? 'Eigenes' : '52 · Eigenes').waitFor();
      expect(await row('evaluation.completed').innerText()).toContain(
        hasColumn ? `${member.email} · 52\nEigenes` : `${member.email} · 52 · Eigenes`,
      );
      expect((await row('evaluation.completed').boundingBox())?.height).toBeLessThan(46);
      await row('member.joined', member.email).waitFor();
      expect(await list().getByRole('columnheader', { name: 'Betrifft' }).count()).toBe(
        hasColumn ? 1 : 0,
      );
    }
  }
  await owner.resize(wide);
});

test('an open list reads its deliveries again and again, and asks once whom each event is about', async () => {
  const { page } = owner;
  const asked: string[] = [];
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('listAllDeliveries')) reads += 1;
    if (request.url().includes('events.subjects')) {
      asked.push(...(request.postData()?.match(/evt_\w+/g) ?? []));
    }
  });
  await owner.open('/deliveries');
  await row('member.joined', member.email).waitFor();
  const newer = await team.addMember();
  await row('member.joined', newer.email).waitFor();
  const before = reads;
  await until('the list is read again', () => reads > before + 1);
  expect(asked).toHaveLength(3);
  expect(new Set(asked).size).toBe(3);
});

test('an open delivery leads to the training and to the member, if there still is one', async () => {
  const { page } = owner;
  await owner.open('/deliveries');
  await row('evaluation.completed').locator('[data-row]').press('Enter');
  const pane = page.getByRole('dialog', { name: 'evaluation.completed' });
  const thing = pane.getByRole('link', { name: 'Eigenes', exact: true });
  expect(await thing.getAttribute('href')).toContain(`/trainings/${training}`);
  const person = pane.getByRole('link', { name: member.email, exact: true });
  expect(await person.first().getAttribute('href')).toContain(`/members/${member.memberId}`);
  await pane.getByRole('link', { name: 'Als Seite öffnen' }).click();
  const head = page.getByRole('main').locator('header');
  await head.getByText(`${member.email} · 52 · Eigenes`).waitFor();
  await team.request('DELETE', `/users/${member.memberId}`);
  await owner.open('/deliveries');
  await row('evaluation.completed').locator('[data-row]').press('Enter');
  await thing.waitFor();
  await pane.getByText(member.email).first().waitFor();
  expect(await person.count()).toBe(0);
});

test('while member detail is off, the list and an open delivery name nobody, once the person returns to them', async () => {
  const { page } = owner;
  await owner.open('/deliveries');
  await row('evaluation.completed', member.email).waitFor();
  await team.set({ member_detail_enabled: false });
  // The person returns to the window.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await row('evaluation.completed', training).waitFor();
  await owner.open('/deliveries');
  await row('evaluation.completed', training).waitFor();
  await row('evaluation.completed').locator('[data-row]').press('Enter');
  const pane = page.getByRole('dialog', { name: 'evaluation.completed' });
  await pane.getByText('Betrifft').waitFor();
  await pane.getByText(training, { exact: true }).first().waitFor();
  for (const shown of [await list().innerText(), await pane.innerText()]) {
    expect(shown).not.toContain(member.email);
    expect(shown).not.toContain('Eigenes');
  }
  await team.set({ member_detail_enabled: true });
});
