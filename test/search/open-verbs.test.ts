import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import {
  insertAssignment,
  insertCase,
  insertDelivery,
  insertEndpoint,
  insertTraining,
} from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';

const app = useApp();
let team: TestTeam;
let anna: Person;
let endpoint: string;
let delivery: string;

beforeAll(async () => {
  team = await makeTeam(app().api);
  anna = await makePerson(team, { email: 'anna.zweig@example.com' });
  const { sql, clock } = app().api;
  await sql.query("update person set name = 'Anna Zweig' where id = $1", [anna.userId]);
  await sql.query("update api_key set name = 'Berichte' where id = $1", [team.keyId]);
  await team.createKey();
  endpoint = await insertEndpoint(team, { url: 'https://zweig.example/hook' });
  const gaveUp = { status: 'gave_up', attempt: 8, ended_at: clock.now() } as const;
  delivery = await insertDelivery(team, { endpoint_id: endpoint, ...gaveUp });
});

type Options = Parameters<ReturnType<typeof app>['visit']>[0];
const visit = async (path: string, options: Options = {}, person: Person = team.owner) => {
  const language = options.language ?? 'de';
  await app().api.sql.query('update person set lang = $2 where id = $1', [person.userId, language]);
  const visitor = await app().visit({ session: await makeSession(team, person), ...options });
  await visitor.open(path);
  return visitor;
};

const palette = ({ page }: Visitor) => page.getByRole('dialog', { name: /^(Befehle|Commands)$/ });

/** The commands of the palette below a heading, in their order. */
const below = async (visitor: Visitor, heading: string) => {
  const options = palette(visitor).getByRole('option');
  await options.filter({ hasText: heading }).first().waitFor();
  await visitor.settled();
  const texts = await options.evaluateAll((all) =>
    all.map((option) => (option as HTMLElement).innerText.split('\n')),
  );
  return texts.filter((lines) => lines.includes(heading)).map(([label]) => label);
};

const open = async (visitor: Visitor, heading: string) => {
  await visitor.page.keyboard.press('Control+k');
  return below(visitor, heading);
};

/** Chooses a command with the keyboard alone. */
const choose = async ({ page }: Visitor, text: string) => {
  await page.keyboard.type(text);
  await page.locator('[role=option][aria-selected=true]', { hasText: text }).waitFor();
  await page.keyboard.press('Enter');
};

describe('the palette begins with what is open', () => {
  test('with a key: what its pane offers, in the same dialogs, and then what leads elsewhere', async () => {
    const owner = await visit(`/api-keys?key=${team.keyId}`);
    const { page } = owner;
    expect(await open(owner, 'Dieser Schlüssel')).toEqual([
      'Rotieren',
      'Umbenennen',
      'Duplizieren',
      'Widerrufen',
      'Anfragen dieses Schlüssels',
      'Anfang des Schlüssels kopieren',
      'ID kopieren',
      'Link kopieren',
      'In neuem Tab öffnen',
      'Änderungen daran im Audit-Log',
    ]);
    expect(await owner.violations()).toEqual([]);
    // What Enter does is seen at once.
    const chosen = palette(owner).locator('[aria-selected=true]');
    expect(await chosen.innerText()).toMatch(/^Rotieren/);
    expect(await chosen.evaluate((option) => getComputedStyle(option).boxShadow)).toMatch(/inset$/);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').getByText('24 Stunden').first().waitFor();
    await page.keyboard.press('Escape');
    await owner.page.keyboard.press('Control+k');
    await choose(owner, 'Link kopieren');
    await page.getByText('Kopiert').first().waitFor();
    const link = `${owner.origin}/app/api-keys?key=${team.keyId}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });

  test('with an endpoint: the menu of its page too; a delivery that opens over it comes first until it is closed', async () => {
    const owner = await visit(`/webhooks/${endpoint}`, { language: 'en' });
    const { page } = owner;
    const ofEndpoint = await open(owner, 'This endpoint');
    expect(ofEndpoint.slice(0, 6)).toEqual([
      'Send a test',
      'Resend since…',
      'Edit',
      'Try on my machine',
      'Replace secret',
      'Switch off',
    ]);
    await page.keyboard.press('Escape');
    await page.locator('[data-row]').first().click();
    await page.locator('[data-pane]').waitFor();
    const ofDelivery = await open(owner, 'This delivery');
    expect(ofDelivery).toContain('Resend');
    expect(ofDelivery).toContain('Open the delivery');
    expect(ofDelivery.filter((label) => label?.startsWith('Resend'))).toEqual(['Resend']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('[data-pane]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await choose(owner, 'Switch off');
    await page.locator('dialog[open]').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('This endpoint is switched off').waitFor();
    await page.keyboard.press('Control+k');
    await choose(owner, 'Switch on again');
    await page.getByText('This endpoint is switched off').waitFor({ state: 'detached' });
    // What the delivery and the notice offered has gone, and the letters of the page stay.
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Edit' }).waitFor();
  });

  test('with a member: the role too. Who may not change members is offered none of it', async () => {
    const owner = await visit(`/members/${anna.memberId}`);
    expect((await open(owner, 'Dieses Mitglied')).slice(0, 3)).toEqual([
      'Aufgabe stellen',
      'Rolle: Admin',
      'Entfernen',
    ]);
    await choose(owner, 'Rolle: Admin');
    await owner.page.getByText('Rückgängig').waitFor();
    const { rows } = await app().api.sql.query('select role from member where id = $1', [
      anna.memberId,
    ]);
    expect(rows).toEqual([{ role: 'admin' }]);
    const ben = await makePerson(team);
    const own = await insertAssignment(team, { member_id: ben.memberId, title: 'Üben' });
    const member = await visit(`/my/assignments?assignment=${own}`, {}, ben);
    expect(await open(member, 'Diese Aufgabe')).toEqual([
      'ID kopieren',
      'Link kopieren',
      'In neuem Tab öffnen',
    ]);
  });

  test('with an assignment, a case, a training, a delivery and a request, whose command is copied', async () => {
    const member_id = anna.memberId;
    const assignment = await insertAssignment(team, { member_id, title: 'Einwände üben' });
    const teamCase = await insertCase(team, { member_id, title: 'Preis' });
    const training = await insertTraining(team, { member_id });
    const owner = await visit(`/assignments?assignment=${assignment}`);
    expect((await open(owner, 'Diese Aufgabe')).slice(0, 4)).toEqual([
      'Als erledigt markieren',
      'Bearbeiten',
      'Auch jemand anderem stellen',
      'Löschen',
    ]);
    for (const [path, heading, verb] of [
      [`/cases?case=${teamCase}`, 'Dieser Fall', 'Bearbeiten'],
      [`/trainings/${training}`, 'Dieses Training', 'Link kopieren'],
      [`/deliveries/${delivery}`, 'Diese Zustellung', 'Erneut senden'],
    ] as const) {
      await owner.open(path);
      expect(await open(owner, heading), path).toContain(verb);
    }
    const request = String((await team.request('GET', '/me')).headers['x-request-id']);
    await until('the line is written', async () => {
      const line = 'select from request_log_line where request_id = $1';
      return (await app().api.sql.query(line, [request])).rowCount === 1;
    });
    await owner.open(`/request-log?line=${request}`);
    expect(await open(owner, 'Diese Anfrage')).toContain('Ursache und Folgen der Anfrage');
    await choose(owner, 'curl-Befehl kopieren');
    await owner.page.getByText('Kopiert').first().waitFor();
    const copied = await owner.page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl [\s\S]*\/me/);
  });
});

test('a letter does what the open entry offers, but not in a field, above it, or for who has turned letters off', async () => {
  const owner = await visit(`/api-keys?key=${team.keyId}`);
  const { page } = owner;
  const rename = page.getByRole('dialog', { name: /umbenennen/i });
  await page.keyboard.press('e');
  await rename.waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await rename.waitFor({ state: 'detached' });
  await owner.open(`/members/${anna.memberId}`);
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Aufgabe stellen' }).waitFor();
  await owner.open(`/api-keys?key=${team.keyId}`);
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'Schlüssel erstellen' }).waitFor();
  await page.evaluate(() => localStorage.setItem('letter-keys', 'off'));
  await owner.open(`/api-keys?key=${team.keyId}`);
  await page.keyboard.press('e');
  expect(await rename.count()).toBe(0);
});

test('a row that has the focus can be acted on without opening it', async () => {
  const owner = await visit('/api-keys');
  const { page } = owner;
  await page.locator(`[data-row="${team.keyId}"]`).focus();
  expect((await open(owner, 'Dieser Schlüssel')).slice(0, 2)).toEqual([
    'Rotieren …',
    'Anfragen dieses Schlüssels',
  ]);
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').getByText('24 Stunden').first().waitFor();
});

test.each(['de', 'en'] as const)(
  'at 390 pixels a finger reaches them all (%s)',
  async (language) => {
    const isGerman = language === 'de';
    const owner = await visit(`/api-keys?key=${team.keyId}`, {
      language,
      width: 390,
      hasTouch: true,
    });
    const { page } = owner;
    // The drawer covers the button of the page.
    await page.getByRole('button', { name: isGerman ? /^Aktionen \(/ : /^Actions \(/ }).tap();
    const verbs = await below(owner, isGerman ? 'Dieser Schlüssel' : 'This key');
    expect(verbs[0]).toBe(isGerman ? 'Rotieren' : 'Rotate');
    expect(await owner.violations()).toEqual([]);
    expect(await owner.scrollsSideways()).toBe(false);
    const heights = await palette(owner)
      .getByRole('option')
      .evaluateAll((all) => all.map((option) => option.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await palette(owner)
      .getByRole('option', { name: isGerman ? 'Umbenennen' : 'Rename' })
      .tap();
    await page.getByRole('dialog', { name: isGerman ? /umbenennen/i : /rename/i }).waitFor();
    await owner.open(`/members/${anna.memberId}`);
    await page
      .getByRole('button', { name: isGerman ? /^Suchen/ : /^Search/ })
      .first()
      .tap();
    await palette(owner)
      .getByRole('option', { name: isGerman ? 'Aufgabe stellen' : 'Assign an exercise' })
      .first()
      .tap();
    await page.waitForURL(`**/members/${anna.memberId}?assign=1`);
  },
);
