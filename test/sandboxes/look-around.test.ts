import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam } from '../harness/team.ts';
import { startTestWorker } from '../harness/worker.ts';

const app = useApp();
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  // The worker writes the history in the time of the database.
  const { clock } = app().api;
  clock.travel(Date.now() - clock.now().getTime());
  worker = await startTestWorker(app().api);
});
afterAll(() => worker.stop());

const emptyTeam = async () => {
  const team = await makeTeam(app().api);
  await app().api.sql.query('delete from api_key where tenant_id = $1', [team.tenantId]);
  return team;
};

const MOST_TABS = 60;

/** Moves the focus with the keyboard alone until it is on what has this name. */
async function tabTo({ page }: Visitor, name: string): Promise<void> {
  for (let step = 0; step < MOST_TABS; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (focused.trim() === name) return;
  }
  throw new Error(`${name} cannot be reached with Tab`);
}

const ways = [
  {
    width: 1440,
    language: 'de',
    make: 'Sandbox mit Jahresdaten öffnen',
    filling: 'Die Sandbox wird gefüllt.',
    find: 'Gescheiterte Zustellungen ansehen',
    cause: 'Der Server lehnt diesen Inhalt ab.',
    written: 'Trainingsergebnisse ins CRM',
    practice: 'Ein Übungs-CRM mit erfundenen Deals.',
    open: '„Umsehen“ öffnen',
  },
  {
    width: 390,
    language: 'en',
    make: 'Open a sandbox with a year of data',
    filling: 'The sandbox is being filled.',
    find: 'View failed deliveries',
    cause: 'The server refuses this content.',
    written: 'Training results into the CRM',
    practice: 'A practice CRM with made-up deals.',
    open: 'Open “Look around”',
  },
] as const;

describe('the first minute of a new team', () => {
  test.each(ways)(
    'from an empty team to the cause of a failed delivery, by keyboard alone, at $width pixels in $language',
    async ({ width, language, make, filling, find, cause, written, practice, open }) => {
      const team = await emptyTeam();
      const { userId } = team.owner;
      await app().api.sql.query('update person set lang = $2 where id = $1', [userId, language]);
      const session = await makeSession(team, team.owner);
      const owner = await app().visit({ session, width, language });
      const { page } = owner;
      await owner.open('/overview');
      expect(await owner.violations()).toEqual([]);
      await tabTo(owner, make);
      await page.keyboard.press('Enter');
      await page.getByText(filling).waitFor();
      await page.waitForURL('**/overview?tour=1');
      await page.getByRole('link', { name: find }).waitFor();
      await owner.settled();
      expect(await owner.violations()).toEqual([]);
      await tabTo(owner, find);
      await page.keyboard.press('Enter');
      await page.waitForURL(({ searchParams }) => searchParams.get('status') === 'gave_up');
      expect(new URL(page.url()).search).toContain('422');
      await page.getByRole('row').nth(1).waitFor();
      await owner.settled();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByText(cause).first().waitFor();
      await page
        .getByText(/\b422\b/)
        .first()
        .waitFor();
      await page.getByText('member.joined').first().waitFor();
      const { rows } = await app().api.sql.query(
        `select e.description from webhook_endpoint e
         join tenant t on t.id = e.tenant_id where t.sandbox_of = $1`,
        [team.tenantId],
      );
      expect(rows.map(({ description }) => description)).toContain(written);
      await owner.open('/crm/con_demo');
      await page.getByText(practice).waitFor();
      await owner.settled();
      expect(await owner.violations()).toEqual([]);
      // Once it exists, the offer opens it.
      const back = await app().visit({ session: await makeSession(team, team.owner), language });
      await back.open('/overview');
      await back.page.getByRole('button', { name: open }).click();
      await back.page.getByRole('link', { name: find }).waitFor();
    },
  );

  test('who may not make one is told whom to ask, and at the most sandboxes what to do', async () => {
    const team = await emptyTeam();
    const admin = await makePerson(team, { role: 'admin', canManageKeys: true });
    const other = await app().visit({ session: await makeSession(team, admin) });
    await other.open('/overview');
    await other.page
      .getByText('Die Inhaberin oder der Inhaber des Teams kann eine Sandbox anlegen.')
      .waitFor();
    await other.page.getByText(`Inhaber/in: ${team.owner.email}.`).waitFor();
    for (let n = 0; n < 3; n += 1) await insertSandbox(team, `Nummer ${n}`);
    const owner = await app().visit({ session: await makeSession(team, team.owner) });
    await owner.open('/overview');
    await owner.page.getByText('Ihr Team hat schon 3 Sandboxes.').waitFor();
    await owner.page.getByRole('button', { name: '„Nummer 1“ öffnen' }).waitFor();
    expect(await owner.page.getByRole('button', { name: /umsehen$/ }).count()).toBe(0);
    // The open pages would ask for what the plan no longer has.
    for (const { page } of [owner, other]) await page.goto('about:blank');
    await team.set({ plan: 'free' });
    await owner.open('/overview');
    await owner.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await owner.page.getByText('Erst einmal umsehen').count()).toBe(0);
  });
});

test('a team that works already can have a year of example data in a sandbox too', async () => {
  const team = await makeTeam(app().api);
  const owner = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = owner;
  await owner.open('/team');
  await page.getByRole('button', { name: 'Sandbox anlegen' }).click();
  const form = page.getByRole('dialog', { name: 'Sandbox anlegen' });
  expect(await form.getByLabel('Auch mit Schnittstellen').isChecked()).toBe(true);
  expect(await owner.violations()).toEqual([]);
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('button', { name: 'Öffnen' }).click();
  await page.getByRole('region', { name: 'Sandbox' }).waitFor();
  await owner.open('/webhooks');
  await page.getByText('Trainingsergebnisse ins CRM').waitFor();
});

test('from the team menu, a sandbox is filled by default and opens, or a message leads into it', async () => {
  const team = await makeTeam(app().api);
  const make = async () => {
    const owner = await app().visit({ session: await makeSession(team, team.owner) });
    await owner.open('/members');
    await owner.page.getByRole('button', { name: /^Team wechseln/ }).click();
    await owner.page.getByRole('menuitem', { name: 'Sandbox anlegen' }).click();
    const made = owner.page.getByRole('dialog', { name: 'Sandbox anlegen' });
    expect(await made.getByLabel('Auch mit Schnittstellen').isChecked()).toBe(true);
    await made.getByRole('button', { name: 'Anlegen' }).click();
    await made.getByRole('status').getByText('Die Sandbox wird gefüllt.').waitFor();
    return { owner, page: owner.page, made };
  };
  const waiting = await make();
  expect(await waiting.owner.violations()).toEqual([]);
  await waiting.page.waitForURL('**/overview?tour=1');
  await waiting.page.getByRole('region', { name: 'Sandbox' }).waitFor();
  const { owner, page, made } = await make();
  await made.getByRole('button', { name: 'Weiterarbeiten' }).click();
  await page.getByRole('link', { name: 'Trainings', exact: true }).click();
  await page.getByText('Die Sandbox „Entwicklung 2“ ist bereit').waitFor();
  expect(await owner.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Öffnen', exact: true }).click();
  await page.waitForURL('**/overview?tour=1');
  await page.getByRole('region', { name: 'Sandbox' }).getByText('Entwicklung 2').waitFor();
});
