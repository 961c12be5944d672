import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeWorld } from '../harness/world.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  const { team } = await makeWorld(app().api);
  await team.request('GET', '/me');
  await team.request('GET', '/nowhere');
  visitor = await app().visit({ language: 'de', session: await makeSession(team, team.owner) });
  ({ page } = visitor);
  await page.addInitScript(() => {
    const shifts = { moved: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) {
        shifts.moved += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

/** The titles of the page's tables with where each begins. */
const heads = () =>
  page.locator('table[aria-rowcount]').evaluateAll((tables) =>
    tables.map((table) =>
      [...table.querySelectorAll('thead th')].map((title) => {
        const { x, y } = title.getBoundingClientRect();
        return `${title.textContent} at ${Math.round(x)}, ${Math.round(y)}`;
      }),
    ),
  );

test('a list that is no table says that it loads', async () => {
  await page.route(/crm\.listObjections/, () => undefined);
  const asked = page.waitForRequest(/crm\.listObjections/);
  await page.goto(`${app().origin}/app/crm/objections`);
  await asked;
  await page.locator('main [aria-busy="true"] [role="status"]').waitFor();
  expect(await page.locator('main ul').count()).toBe(0);
  await page.unrouteAll();
});

test.each([
  ['/deliveries', 'webhooks.listAllDeliveries'],
  ['/webhooks', 'webhooks.listEndpoints'],
  ['/api-keys', 'apiKeys.list'],
  ['/members', 'members.list'],
  ['/assignments', 'assignments.list'],
  ['/trainings', 'trainings.list'],
  ['/cases', 'cases.list'],
  ['/catalog', 'catalog.entries'],
  ['/audit-log', 'auditLog.list'],
  ['/request-log', 'requestLog.list'],
  ['/request-log?view=errors', 'requestLog.errors'],
])(
  '%s has the titles of its columns before its rows, and they stay where they are',
  async (path, read) => {
    const held = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname.startsWith('/trpc/') && pathname.includes(read),
      async (route) => {
        await held.promise;
        await route.continue();
      },
    );
    await page.goto(`${app().origin}/app${path}`);
    await page.locator('table[aria-rowcount="-1"] th').first().waitFor();
    const before = await heads();
    held.resolve();
    await visitor.settled();
    await page.unrouteAll();
    expect(before[0]?.length).toBeGreaterThan(1);
    expect(await heads()).toEqual(before);
    const moved = await page.evaluate(
      () => (globalThis as unknown as { shifts: { moved: number } }).shifts.moved,
    );
    // What stands below a list moves up if the list is short.
    expect(moved).toBeLessThan(0.05);
  },
);
