import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
/** How often the browser has loaded the whole app. */
let loads = 0;

beforeAll(async () => {
  const team = await makeTeam(app().api);
  visitor = await app().visit({
    session: await makeSession(team, team.owner),
    expects: /ERR_INTERNET|404|could not be loaded|dynamically imported/,
  });
  visitor.page.on('domcontentloaded', () => {
    loads += 1;
  });
});

beforeEach(async () => {
  await visitor.page.unrouteAll();
});

const link = (name: string) => visitor.page.getByRole('link', { name, exact: true }).first();
const heading = (name: string) => visitor.page.getByRole('heading', { name });

test('offline, a page whose code is not loaded says so, and appears when the connection is back', async () => {
  const { page, context } = visitor;
  await visitor.open('/team');
  const before = loads;
  await page.getByLabel('Name', { exact: true }).fill('Typed offline');
  await context.setOffline(true);
  await link('Auswertung').click();
  await heading('Keine Verbindung zum Server').waitFor();
  expect(await page.getByRole('navigation').first().isVisible()).toBe(true);
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await heading('Keine Verbindung zum Server').waitFor();
  await page.goBack();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed offline');
  await page.goForward();
  await heading('Keine Verbindung zum Server').waitFor();
  await context.setOffline(false);
  await heading('Auswertung').waitFor();
  expect(loads).toBe(before);
});

test('a page whose code still loads has its title already, at the place where it stays', async () => {
  const { page } = visitor;
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route('**/app/assets/members-page-*', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${visitor.origin}/app/members`);
  const title = page.getByRole('heading', { level: 1, name: 'Mitglieder' });
  // The frame has the title too, until the session is known.
  await page.getByRole('navigation').first().waitFor();
  await title.waitFor();
  expect(await page.locator('main [aria-busy="true"]').count()).toBe(1);
  const place = () =>
    title.evaluate((h1) => [h1.getBoundingClientRect().x, h1.getBoundingClientRect().y]);
  const before = await place();
  arrive();
  await visitor.settled();
  expect(await page.locator('[data-row]').count()).toBeGreaterThan(0);
  expect(await place()).toEqual(before);
});

test('a missing part of an older build reloads the app, but not while something is unsaved', async () => {
  const { page } = visitor;
  await page.route('**/app/assets/policies-page-*', (route) => route.fulfill({ status: 404 }));
  await page.route(`${visitor.origin}/app/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/new.js">' }),
  );
  await visitor.open('/team');
  await page.getByLabel('Name', { exact: true }).fill('Typed before');
  const before = loads;
  await link('Vorgaben').click();
  await heading('Es gibt eine neue Version dieser App').waitFor();
  expect(await visitor.violations()).toEqual([]);
  expect(loads).toBe(before);
  await page.unrouteAll();
  // Before the reload: otherwise the neighbour could be loaded ahead already.
  let isMissing = true;
  await page.route('**/app/assets/privacy-page-*', (route) =>
    isMissing ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await heading('Vorgaben').first().waitFor();
  page.once('request', function reload(request) {
    if (request.isNavigationRequest()) isMissing = false;
    else page.once('request', reload);
  });
  const reloaded = page.waitForEvent('domcontentloaded');
  await link('Datenschutz').click();
  await reloaded;
  await heading('Datenschutz').first().waitFor();
});

test('a missing dialog of an older build reloads the app', async () => {
  const { page } = visitor;
  await page.route('**/app/assets/invite-dialog-*', (route) => route.fulfill({ status: 404 }));
  await page.route(`${visitor.origin}/app/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/new.js">' }),
  );
  await visitor.open('/members');
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Einladen' }).first().click();
  await reloaded;
  await page.unrouteAll();
  await heading('Mitglieder').first().waitFor();
});

test('a page that asks for what a newer server no longer has reloads the app, but not while something is unsaved', async () => {
  const { page } = visitor;
  // What the server says to a name that it does not know.
  let isRenamed = true;
  await page.route('**/trpc/*webhooks.listEndpoints*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const url = `${visitor.origin}${pathname.replace('webhooks.listEndpoints', 'webhooks.renamed')}${search}`;
    await route.continue(isRenamed ? { url } : {});
  });
  await visitor.open('/team');
  await page.getByLabel('Name', { exact: true }).fill('Typed before');
  const before = loads;
  await link('Webhook-Endpunkte').click();
  await heading('Es gibt eine neue Version dieser App').waitFor();
  expect(await visitor.violations()).toEqual([]);
  expect(loads).toBe(before);
  isRenamed = false;
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await heading('Webhook-Endpunkte').first().waitFor();
  await visitor.settled();
  expect(await heading('Es gibt eine neue Version dieser App').count()).toBe(0);
});

test('the neighbours of the present page are loaded ahead, unless the person saves data', async () => {
  const { page } = visitor;
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  const isRequested = (name: string) =>
    [...requested].some((one) => one.includes(`/${name}-page-`));
  await visitor.open('/webhooks');
  await until(
    'the neighbours to be there',
    async () => isRequested('endpoint') && isRequested('api-keys'),
  );
  expect(isRequested('catalog')).toBe(false);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  requested.clear();
  await page.clock.install();
  await page.reload();
  await visitor.settled();
  await page.clock.fastForward(60_000);
  await visitor.settled();
  expect(isRequested('api-keys')).toBe(false);
});
