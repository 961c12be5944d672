import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { DatabaseProxy } from '../harness/database-proxy.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const proxy = new DatabaseProxy();
const app = useApp({ through: proxy, poolSize: 6 });
afterEach(() => proxy.mend());
afterAll(() => proxy.close());

const EMAIL = 'lea.vogel@example.com';
let team: TestTeam;
let admin: Person;
let visitor: Visitor;
let page: Page;
let form: Locator;

/** Each test begins with the half-filled form of an invitation. */
beforeEach(async () => {
  team = await makeTeam(app().api);
  admin = await makePerson(team, { role: 'admin' });
  const session = await makeSession(team, admin);
  visitor = await app().visit({
    session,
    expects: /50[03]|40[139]|ERR_INTERNET|broken on purpose/,
  });
  ({ page } = visitor);
  await visitor.open('/members?invite=1');
  form = page.getByRole('dialog', { name: 'Mitglieder einladen' });
  await form.getByLabel('E-Mail').fill(EMAIL);
  await form.getByLabel('Rolle').selectOption('admin');
});

/** A browser of the same person, or of another one. */
async function signedIn(person: Pick<Person, 'userId'>) {
  const browser = await makeSession(team, person);
  browser.headers = { origin: app().origin };
  return browser;
}

const send = () => form.getByRole('button', { name: 'Einladen' }).click();

async function requireFilled(): Promise<void> {
  expect(await form.getByLabel('E-Mail').inputValue()).toBe(EMAIL);
  expect(await form.getByLabel('Rolle').inputValue()).toBe('admin');
}

/** Sends the form once more, and requires its effect. */
async function requireSent(): Promise<void> {
  await page.getByText('Die Einladung ist angelegt.').waitFor();
  await page.getByRole('link', { name: EMAIL }).waitFor();
}

/** Signs in again in the dialog above the form. */
async function signInAgain(): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Bitte melden Sie sich wieder an' });
  const password = question.getByLabel('Passwort', { exact: true });
  await password.fill('a wrong password');
  await question.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await question.getByRole('alert').waitFor();
  expect(await visitor.violations()).toEqual([]);
  expect(page.url()).toContain('/members?invite=1');
  await password.fill(PASSWORD);
  await question.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

describe('a half-filled form survives', () => {
  test('a dropped connection, and is sent when the connection is back', async () => {
    await visitor.context.setOffline(true);
    await send();
    await form.getByText('Keine Verbindung zum Server').waitFor();
    await requireFilled();
    expect(await visitor.violations()).toEqual([]);
    await visitor.context.setOffline(false);
    await send();
    await requireSent();
  });

  test('a 503, and is sent when the service is back', async () => {
    proxy.cut();
    await send();
    await form.getByText('Meist dauert das nur wenige Sekunden.').waitFor();
    await requireFilled();
    expect(await visitor.violations()).toEqual([]);
    proxy.mend();
    await send();
    await requireSent();
  });

  test("a refusal, which says in the person's language what is wrong", async () => {
    await form.getByLabel('E-Mail').fill(admin.email);
    await send();
    const refusal = form.getByRole('alert');
    await refusal
      .getByText('Mit dieser E-Mail-Adresse gibt es im Team schon ein Mitglied.')
      .waitFor();
    expect(await visitor.violations()).toEqual([]);
    await form.getByLabel('E-Mail').fill(EMAIL);
    await send();
    await requireSent();
  });

  test('the end of the session elsewhere: the person signs in, and the form continues', async () => {
    const elsewhere = await signedIn(admin);
    await elsewhere.app.session.revokeOthers.mutate({});
    await send();
    await signInAgain();
    await requireSent();
  });

  test('an ended session that the page notices when the person returns to the window', async () => {
    const elsewhere = await signedIn(admin);
    await elsewhere.app.session.revokeOthers.mutate({});
    // Makes the page read the session again.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 60_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await signInAgain();
    await requireFilled();
    await send();
    await requireSent();
  });

  test('a form survives while a right is withdrawn, and is sent when the right is granted again', async () => {
    const owner = await signedIn(team.owner);
    const member_id = admin.memberId;
    const give = async (role: 'admin' | 'member') => {
      const { version } = await owner.app.members.get.query({ member_id });
      await owner.app.members.changeRole.mutate({ member_id, version, role });
    };
    await makePerson(team, { role: 'admin' });
    await give('member');
    await send();
    await form.getByRole('alert').waitFor();
    await requireFilled();
    expect(await visitor.violations()).toEqual([]);
    await give('admin');
    await send();
    await requireSent();
  });

  test('a crash of its component, and comes back with its content', async () => {
    await visitor.context.setOffline(true);
    await page.evaluate(() => {
      const { prototype } = Intl.NumberFormat;
      const whole = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
      const mend = () => Object.defineProperty(prototype, 'format', whole);
      Object.assign(globalThis, { mend });
      Object.defineProperty(prototype, 'format', {
        configurable: true,
        get: () => {
          throw new Error('broken on purpose');
        },
      });
    });
    await send();
    await page.getByRole('heading', { name: 'Auf dieser Seite ist ein Fehler' }).waitFor();
    expect(await page.getByRole('navigation').first().isVisible()).toBe(true);
    expect(await visitor.violations()).toEqual([]);
    await page.evaluate(() => (globalThis as unknown as { mend: () => void }).mend());
    await visitor.context.setOffline(false);
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await requireFilled();
    await send();
    await requireSent();
  });
});

describe('in place of the page', () => {
  test('a 503 is reported, and the page appears by itself when the service is back', async () => {
    let requestCount = 0;
    page.on('request', (request) => {
      requestCount += Number(request.url().includes('session.current'));
    });
    proxy.cut();
    await page.reload();
    await page.getByRole('heading', { name: 'Der Dienst ist gerade nicht erreichbar' }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    proxy.mend();
    await page.getByRole('button', { name: 'Einladen' }).first().waitFor();
    expect(requestCount).toBeGreaterThan(1);
  });

  test('the app says whom to ask for a missing right', async () => {
    const person = await makePerson(team);
    const member = await app().visit({ session: await makeSession(team, person) });
    await member.open('/members');
    await member.page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor();
    expect(await member.violations()).toEqual([]);
    // A member sees no other members.
    expect(await member.page.locator('a[href^="mailto:"]').count()).toBe(0);
  });

  test('a missing right names the owner to those who may see members, unless the team hides them', async () => {
    const { owner } = team;
    const mail = page.getByRole('link', { name: owner.email });
    await visitor.open('/api-keys');
    await page.getByText(`Inhaber/in: ${owner.email}.`).waitFor();
    expect(await mail.getAttribute('href')).toBe(`mailto:${owner.email}`);
    expect(await visitor.violations()).toEqual([]);
    await team.set({ member_detail_enabled: false });
    await visitor.open('/api-keys');
    await page.getByRole('heading', { name: 'Dafür fehlt Ihnen das Recht' }).waitFor();
    expect(await page.locator('a[href^="mailto:"]').count()).toBe(0);
  });
});
