import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { insertDelivery, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';

const app = useApp();
let team: TestTeam;
let anna: Person;
let endpoint: string;
let delivery: string;
let admin: Person;

beforeAll(async () => {
  team = await makeTeam(app().api);
  anna = await makePerson(team, { email: 'anna.zweig@example.com' });
  admin = await makePerson(team, { role: 'admin' });
  await app().api.sql.query("update person set name = 'Anna Zweig' where id = $1", [anna.userId]);
  endpoint = await insertEndpoint(team, { url: 'https://zweig.example/hook' });
  const ended_at = app().api.clock.now();
  const gaveUp = { status: 'gave_up', attempt: 8, ended_at } as const;
  delivery = await insertDelivery(team, { endpoint_id: endpoint, ...gaveUp });
  await insertDelivery(team, { endpoint_id: endpoint, type: 'member.removed', ...gaveUp });
});

type Options = Parameters<ReturnType<typeof app>['visit']>[0];
const visit = async (options: Options = {}, person: Person = team.owner) => {
  const language = options.language ?? 'de';
  await app().api.sql.query('update person set lang = $2 where id = $1', [person.userId, language]);
  const visitor = await app().visit({ session: await makeSession(team, person), ...options });
  await visitor.open('/overview');
  return visitor;
};
const field = ({ page }: Visitor) => page.getByRole('combobox', { name: /^(Befehle|Commands)$/ });
const options = ({ page }: Visitor) => page.getByRole('dialog').getByRole('option');
const labels = async (visitor: Visitor) =>
  (await options(visitor).allInnerTexts()).map((text) => text.split('\n')[0]);

/** Types into the palette, waits for the result, and opens its actions with the arrow. */
const verbsOf = async (visitor: Visitor, text: string, result: string) => {
  await visitor.page.keyboard.press('Control+k');
  await field(visitor).fill(text);
  await visitor.page.locator('[role=option][aria-selected=true]', { hasText: result }).waitFor();
  await visitor.page.keyboard.press('ArrowRight');
  await visitor.page.getByRole('listbox', { name: /^(Aktionen für|Actions for) / }).waitFor();
  return labels(visitor);
};

const choose = async (visitor: Visitor, name: string) => {
  const { page } = visitor;
  // The palette may show what it knew before, until it has asked again.
  await options(visitor).filter({ hasText: name }).first().waitFor();
  for (let step = 0; step < 8; step += 1) {
    const chosen = page.locator('[role=option][aria-selected=true]');
    if ((await chosen.innerText()).startsWith(name)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
};

describe('the right arrow opens what can be done with a result of the palette', () => {
  test('of an endpoint: a link to a dialog, which sends nothing before the person says so', async () => {
    const owner = await visit();
    const { page } = owner;
    expect(await verbsOf(owner, 'zweig.example', 'zweig.example')).toEqual([
      'Testereignis senden …',
      'Secret ersetzen …',
      'Ausschalten …',
      'ID kopieren',
      'Link kopieren',
      'In neuem Tab öffnen',
    ]);
    expect(await owner.violations()).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('listbox', { name: 'Befehle' }).waitFor();
    await page.locator('[role=option][aria-selected=true]', { hasText: 'zweig.example' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await choose(owner, 'Testereignis');
    const dialog = page.getByRole('dialog', { name: 'Test senden' });
    await dialog.getByRole('button', { name: 'Jetzt senden' }).waitFor();
    const { rows } = await app().api.sql.query(
      "select 1 from webhook_delivery where endpoint_id = $1 and event_type = 'ping'",
      [endpoint],
    );
    expect(rows).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Noch einmal senden' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');

    await verbsOf(owner, endpoint, 'zweig.example');
    await choose(owner, 'Ausschalten');
    await page.getByRole('dialog', { name: /ausschalten$/ }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByText('Dieser Endpunkt ist ausgeschaltet').waitFor();
    await verbsOf(owner, endpoint, 'zweig.example');
    await choose(owner, 'Wieder einschalten');
    await page.getByRole('dialog', { name: /wieder einschalten$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Der Endpunkt ist aktiv.').first().waitFor();
  });

  test('of a delivery that is found by its id: it is sent again after a confirmation', async () => {
    const owner = await visit({ language: 'en' });
    const { page } = owner;
    expect(await verbsOf(owner, delivery, 'zweig.example')).toEqual([
      'Resend…',
      'Copy ID',
      'Copy the link',
      'Open in a new tab',
    ]);
    await choose(owner, 'Resend');
    const dialog = page.getByRole('dialog', { name: /^Resend / });
    await dialog.getByText('with the same event ID').waitFor();
    expect(await owner.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('Queued. The attempt appears here in a moment.').waitFor();
    await page.waitForURL((url) => url.search === '');
  });

  test('of a key and of a member', async () => {
    const owner = await visit();
    const { page } = owner;
    const [{ id, prefix }] = (
      await app().api.sql.query(
        "update api_key set name = 'Berichte' where id = $1 returning id, 'svck_live_' || prefix as prefix",
        [team.keyId],
      )
    ).rows;
    expect(await verbsOf(owner, id, 'Berichte')).toEqual([
      'Rotieren …',
      'Anfragen dieses Schlüssels',
      'Anfang des Schlüssels kopieren',
      'ID kopieren',
      'Link kopieren',
      'In neuem Tab öffnen',
    ]);
    await choose(owner, 'Anfang');
    await page.getByText('Kopiert').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(prefix);
    await verbsOf(owner, id, 'Berichte');
    await choose(owner, 'Rotieren');
    await page
      .getByRole('dialog', { name: /Berichte/ })
      .last()
      .waitFor();
    await page.getByText('24 Stunden', { exact: false }).first().waitFor();

    await owner.open('/overview');
    expect((await verbsOf(owner, 'anna zweig', 'Anna Zweig'))[0]).toBe('Aufgabe stellen …');
    await choose(owner, 'Aufgabe');
    await page.waitForURL(`**/members/${anna.memberId}?assign=1`);
    await page.getByRole('dialog', { name: 'Aufgabe stellen' }).waitFor();
  });

  test('only what the person may do, and of a page only a new tab', async () => {
    const visitor = await visit({}, admin);
    expect(await verbsOf(visitor, 'fälle', 'Fälle')).toEqual([
      'Link kopieren',
      'In neuem Tab öffnen',
    ]);
    await visitor.page.keyboard.press('Escape');
    await visitor.page.keyboard.press('Control+k');
    await field(visitor).fill('422 heute');
    await visitor.page.getByText('Nichts gefunden').waitFor();
  });

  test('typing finds one of the actions, and Backspace in the empty field leaves them', async () => {
    const owner = await visit();
    const { page } = owner;
    await verbsOf(owner, 'zweig.example', 'zweig.example');
    await page.keyboard.type('kop');
    expect(await labels(owner)).toEqual(['ID kopieren', 'Link kopieren']);
    for (const _ of 'kop ') await page.keyboard.press('Backspace');
    await page.getByRole('listbox', { name: 'Befehle' }).waitFor();
    await page.locator('[role=option][aria-selected=true]', { hasText: 'zweig.example' }).waitFor();
    expect(await field(owner).inputValue()).toBe('zweig.example');
    // The caret comes first.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    expect(await labels(owner)).not.toContain('ID kopieren');
    await page.keyboard.press('ArrowRight');
    expect(await labels(owner)).toContain('ID kopieren');
  });

  test('and a verb that is typed finds them too, with the things that it can be done with', async () => {
    const { sql } = app().api;
    await sql.query("update api_key set name = 'Berichte' where id = $1", [team.keyId]);
    const owner = await visit();
    const { page } = owner;
    const chosen = page.locator('[role=option][aria-selected=true]');
    await page.keyboard.press('Control+k');
    for (const text of ['rotier', 'rotieren bericht']) {
      await field(owner).fill(text);
      await chosen.filter({ hasText: /Rotieren …\s*Berichte/ }).waitFor();
    }
    await field(owner).fill('rotieren zweig');
    await page.getByText('Nichts gefunden').waitFor();
    await field(owner).fill('ausschalten zweig');
    await chosen.filter({ hasText: /Ausschalten …\s*https:..zweig/ }).waitFor();
    expect(await owner.violations()).toEqual([]);
    await field(owner).fill('rotieren');
    await chosen.filter({ hasText: 'Rotieren' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/api-keys?key=${team.keyId}&rotate=1`);
    const visitor = await visit({}, admin);
    await visitor.page.keyboard.press('Control+k');
    await field(visitor).fill('rotieren');
    await visitor.page.getByText('Nichts gefunden').waitFor();
  });

  test('a finger opens them at the end of the row, and a button below the list leads there and back', async () => {
    const owner = await visit({ width: 390, hasTouch: true });
    const { page } = owner;
    await page.getByRole('button', { name: 'Suchen' }).tap();
    await field(owner).fill('zweig.example');
    const row = options(owner).filter({ hasText: 'zweig.example' }).first();
    await row.locator('[data-verbs]').tap();
    expect(await labels(owner)).toContain('Ausschalten …');
    await page.getByRole('button', { name: 'Zurück', exact: true }).tap();
    await row.waitFor();
    await page.getByRole('button', { name: 'Aktionen' }).tap();
    expect(await labels(owner)).toContain('Ausschalten …');
    expect(await owner.violations()).toEqual([]);
  });
});

test('"422 heute" opens the log of this status and day', async () => {
  const owner = await visit();
  const { page } = owner;
  await page.keyboard.press('Control+k');
  await field(owner).fill('422 heute');
  await page
    .locator('[role=option][aria-selected=true]', { hasText: 'API-Anfragen: 422, heute' })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/request-log?status=422&since=*');
  await owner.settled();
  await page.keyboard.press('Control+k');
  await field(owner).fill('fehlgeschlagene Zustellungen');
  await page
    .locator('[role=option][aria-selected=true]', { hasText: 'Zustellungen: Aufgegeben' })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/deliveries?status=gave_up');
  await page.getByRole('row', { name: /member\.removed/ }).waitFor();
});
