import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { filterBy } from '../browser/harness/filter.ts';
import { narrow, requireFaultless, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { read } from './harness/feed.ts';

const app = useApp({ readersMs: 20 });
let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The page tells times by the browser's clock.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 10_000 });
  owner = await app().visit({ session: await makeSession(team, team.owner) });
});

test('the page of events begins empty, and leads to the guide "Webhooks or feed?"', async () => {
  const { page } = owner;
  await owner.open('/events');
  await page.getByRole('heading', { name: 'Noch kein Ereignis' }).waitFor();
  const guide = page.getByRole('link', { name: 'Webhooks oder Feed?' }).first();
  expect(await guide.getAttribute('href')).toBe('/docs/de/guides/webhooks-or-feed');
});

test('the operation that the page of events names stands on one line, however wide the page is', async () => {
  const { page } = owner;
  await owner.open('/events');
  const lead = page.getByText('Programme lesen dieselben Ereignisse mit');
  const broken = await lead.evaluate((one) => {
    const text = one.firstChild;
    const [found] = /GET\s\/events/.exec(text?.textContent ?? '') ?? [];
    if (!text || !found) throw new Error('the operation is not named');
    const name = document.createRange();
    const start = text.textContent?.indexOf(found) ?? 0;
    name.setStart(text, start);
    name.setEnd(text, start + found.length);
    const widths = Array.from({ length: 100 }, (_, n) => 150 + 5 * n);
    return widths.filter((width) => {
      one.style.width = `${width}px`;
      return name.getClientRects().length > 1;
    });
  });
  expect(broken).toEqual([]);
});

test('new events appear by themselves; one opens with its deliveries, readers, body and links', async () => {
  const { page } = owner;
  const url = 'https://hooks.example.com/feed';
  await team.request('POST', '/webhook-endpoints', { body: { url, events: ['member.joined'] } });
  await owner.open('/events');
  await read(team);
  await read(team, { types: 'member.joined' });
  await until('both readers are noted', async () => {
    const { rows } = await app().api.sql.query('select from feed_reader where tenant_id = $1', [
      team.tenantId,
    ]);
    return rows.length === 2;
  });
  const { memberId, email } = await team.addMember();
  await team.request('DELETE', `/users/${memberId}`);
  await read(team, { types: 'member.removed' });
  const events = page.getByRole('table', { name: 'Ereignisse' });
  await events.getByRole('link', { name: /member.joined/ }).waitFor();
  await filterBy(page, 'type:member.joined');
  await until('the list is filtered', async () => (await events.getByRole('row').count()) === 2);
  await events.getByRole('link', { name: /member.joined/ }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'member.joined' });
  await events.getByRole('row').nth(1).getByText(email).waitFor();
  await drawer.getByRole('link', { name: 'Zustellung: hooks.example.com' }).waitFor();
  await drawer.getByText('Noch nicht abgeholt').first().waitFor();
  expect(await drawer.locator('pre').first().innerText()).toContain(memberId);
  const delivery = drawer.getByRole('link', { name: 'Wartet', exact: true });
  expect(await delivery.getAttribute('href')).toMatch(/\/deliveries\/whd_/);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await events.getByRole('link', { name: /member.joined/ }).press('Enter');
  await drawer.getByRole('link', { name: 'Als Seite öffnen' }).click();
  await page.waitForURL(/\/events\/evt_\w+$/);
  await page.getByRole('heading', { name: 'member.joined', level: 1 }).waitFor();
  expect(await page.locator('pre').first().innerText()).toContain(memberId);
  await page.getByRole('link', { name: 'Ereignisse', exact: true }).last().click();
  await page.waitForURL(/\/events$/);
  await requireFaultless(owner, [
    { size: narrow, theme: 'dark' },
    { size: wide, theme: 'light' },
  ]);
});

test('what becomes of a shown event appears by itself; the name of each is asked for once', async () => {
  const { api } = app();
  const reading = await makeTeam(api, { rateLimit: 10_000 });
  const { cursor } = await read(reading);
  // Reading other types gives an event its place in the feed, and takes none of it.
  const placed = () => read(reading, { types: 'member.removed' });
  const { email } = await reading.addMember();
  await placed();
  const visitor = await app().visit({ session: await makeSession(reading, reading.owner) });
  const { page } = visitor;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('events.subjects')) asked.push(...idsIn(request.postData()));
  });
  await visitor.open('/events');
  const row = page
    .getByRole('table', { name: 'Ereignisse' })
    .getByRole('row')
    .filter({ hasText: email });
  await row.getByText('0 von 1').waitFor();
  const next = await read(reading, { cursor });
  await read(reading, { cursor: next.cursor });
  await row.getByText('1 von 1').waitFor();
  // A newer one has its name too.
  const newer = await reading.addMember();
  await placed();
  await page.getByRole('row').filter({ hasText: newer.email }).waitFor();
  await row.waitFor();
  expect(asked).toEqual([...new Set(asked)]);
  expect(asked).toHaveLength(2);
});

const idsIn = (body: string | null) => body?.match(/evt_\w+/g) ?? [];

test('a reader that is two days behind stands on the overview, and leads to its progress', async () => {
  const { page } = owner;
  await team.request('GET', '/me');
  await app().api.sql.query(
    `update kept_event set created_at = created_at - $2::bigint * interval '1 ms' where tenant_id = $1`,
    [team.tenantId, 2 * DAY_MS + 60_000],
  );
  await owner.open('/overview');
  await page
    .getByRole('link', { name: /Der Leser „.+“ liegt 2 Tage zurück/ })
    .first()
    .click();
  await page.waitForURL(/\/events/);
  await page
    .getByRole('table', { name: 'Leser' })
    .getByText('Lange im Rückstand')
    .first()
    .waitFor();
});
