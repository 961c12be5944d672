import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam } from '../harness/team.ts';
import { startTestWorker } from '../harness/worker.ts';

const app = useApp();
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  worker = await startTestWorker(app().api);
});
afterAll(() => worker.stop());

test('the owner makes a sandbox, and tries the seats and an invitation in it', async () => {
  const team = await makeTeam(app().api);
  const owner = await app().visit({ session: await makeSession(team, team.owner), expects: /409/ });
  const { page } = owner;
  await owner.open('/team');
  await page.getByRole('button', { name: 'Sandbox anlegen' }).click();
  const form = page.getByRole('dialog', { name: 'Sandbox anlegen' });
  await form.getByLabel('Name').fill('Probe');
  await form.getByLabel('Auch mit Schnittstellen').uncheck();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('button', { name: 'Öffnen' }).click();

  const band = page.getByRole('region', { name: 'Sandbox' });
  await band.getByText('Sandbox „Probe“').waitFor();
  await band.getByText('von Team under test.').waitFor();
  expect(await page.title()).toMatch(/^Sandbox: /);
  expect(await owner.violations()).toEqual([]);

  await owner.open('/team');
  await page.getByLabel('Plätze', { exact: true }).fill('0');
  await page
    .getByRole('region', { name: 'Plätze' })
    .or(page.locator('#seats'))
    .getByRole('button', { name: 'Speichern' })
    .click();
  await page.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 10.000 an.').waitFor();
  await page.getByLabel('Plätze', { exact: true }).fill('12');
  await page.locator('#seats').getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Die Zahl der Plätze ist gespeichert').waitFor();
  expect(await page.getByText('Team übertragen').count()).toBe(0);

  await owner.open('/members');
  await page.getByRole('link', { name: /^messe@/ }).click();
  await page.getByRole('button', { name: 'Einladung annehmen' }).click();
  await page.getByText('Die Einladung ist angenommen.').waitFor();
  await page.getByRole('heading', { name: 'Messe', exact: true }).waitFor();

  await owner.open('/crm?new=hubspot');
  await page.getByRole('dialog').getByText('Aus einem echten Konto', { exact: false }).waitFor();

  await owner.open('/my/cases');
  await page.getByText('In dieser Sandbox sind Sie Gast').waitFor();
  expect(await page.getByRole('button', { name: 'Fall anlegen' }).count()).toBe(0);

  await band.getByRole('button', { name: 'Sandbox verlassen' }).click();
  await band.waitFor({ state: 'detached' });
});

test('before the owner resets or deletes a sandbox, the app says what stays and what goes', async () => {
  const team = await makeTeam(app().api);
  const owner = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = owner;
  await insertSandbox(team, 'Probe');
  await owner.open('/team');
  await page.getByRole('button', { name: 'Aktionen für Probe' }).click();
  await page.getByRole('menuitem', { name: 'Zurücksetzen' }).click();
  const reset = page.getByRole('dialog', { name: 'Sandbox „Probe“ zurücksetzen' });
  await reset.getByText('API-Schlüssel und Webhook-Endpunkte bleiben').waitFor();
  await reset.getByRole('button', { name: 'Zurücksetzen' }).click();
  await page.getByRole('button', { name: 'Öffnen' }).waitFor();

  await page.getByRole('button', { name: 'Aktionen für Probe' }).click();
  await page.getByRole('menuitem', { name: 'Löschen' }).click();
  const remove = page.getByRole('dialog', { name: 'Sandbox „Probe“ löschen' });
  await remove.getByRole('textbox').fill('Probe');
  await remove.getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Ihr Team hat noch keine Sandbox.').waitFor();
});

test.each([
  { language: 'de', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 390 },
] as const)(
  'a member enters by the team menu, and every page is marked: $language, $theme, $width',
  async (look) => {
    const team = await makeTeam(app().api);
    const id = await insertSandbox(team, 'A sandbox with a rather long name for a small telephone');
    const member = await team.addMember();
    await app().api.sql.query('update person set lang = $2 where id = $1', [
      member.userId,
      look.language,
    ]);
    const visitor = await app().visit({ session: await makeSession(team, member), ...look });
    const { page } = visitor;
    await visitor.open('/');
    if (look.width < 1024) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: /Team under test/ }).click();
    await page.getByRole('menuitem', { name: /Sandbox$/ }).click();
    await page.getByRole('region', { name: 'Sandbox' }).waitFor();
    expect(await page.title()).toMatch(/^Sandbox: /);
    await visitor.open('/my/assignments');
    await page.getByRole('region', { name: 'Sandbox' }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      look.width,
    );
    expect((await visitor.page.content()).includes(id)).toBe(false);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/band-${look.language}.png` });
  },
);
