import { beforeAll, describe, expect, test } from 'vitest';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { answering, Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h' });

let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  // The attempts have the database's time, and the page shows how long ago they were.
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000, seats: 1_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

/** Deliveries to an endpoint that answers with this status, each attempted once. */
async function refused(status: number, count: number): Promise<{ hook: Hook; ids: string[] }> {
  const receiver = await openReceiver(answering(status));
  const hook = await Hook.to(app().api, { url: receiver.url(), team });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await hook.happen();
    await hook.attempted(id, 1);
    ids.push(id);
  }
  return { hook, ids };
}

const card = () =>
  owner.page.locator('section').filter({ has: owner.page.getByRole('heading', { level: 3 }) });

describe('a delivery that has failed', () => {
  test('says why, what to do and whether repeating helps, above what was sent', async () => {
    const { ids } = await refused(422, 2);
    const { page } = owner;
    await owner.open(`/deliveries/${ids[0]}`);
    const said = card().filter({ hasText: 'The server refuses this content.' }).first();
    await said.getByText('At the only attempt so far.').waitFor();
    await said.getByText(/Retrying will not help until something has changed/).waitFor();
    await said.getByText(/^Its response usually says what it misses/).waitFor();
    // The card says where it went and what was answered, before what to do.
    await said.getByRole('link', { name: /^127\.0\.0\.1/ }).waitFor();
    const text = await said.innerText();
    expect(text.indexOf('Response')).toBeLessThan(text.indexOf('What to do'));
    await said.getByText('One other delivery of this endpoint fails in the same way').waitFor();
    const top = async (text: string | RegExp) =>
      (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0;
    expect(await top(/^The server refuses this content/)).toBeLessThan(await top('Pretty'));
    expect(await top('Pretty')).toBeLessThan(await top('Attempt 1'));
    // The headers are folded.
    expect(await page.getByText('svc-event-id').isVisible()).toBe(false);
    for (const [size, theme] of [
      [wide, 'dark'],
      [narrow, 'light'],
    ] as const) {
      await owner.show(size, theme);
      expect(await owner.violations()).toEqual([]);
      expect(await owner.scrollsSideways()).toBe(false);
    }
    await owner.show(wide, 'light');
  });

  test('shows the sentence of the answer whole, and leads to the endpoint', async () => {
    const detail =
      `Unknown member. ${'Subscribe to member.joined, then resend. '.repeat(6)}`.trim();
    const receiver = await openReceiver((_, response) => {
      response.statusCode = 422;
      response.end(JSON.stringify({ error: 'unknown', detail }));
    });
    const hook = await Hook.to(app().api, { url: receiver.url(), team });
    const id = await hook.happen();
    await hook.attempted(id, 1);
    await owner.open(`/deliveries/${id}`);
    const sentence = card().getByText(detail, { exact: true });
    expect(await sentence.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    await card().getByRole('link', { name: 'Open the endpoint' }).waitFor();
  });

  test('shows its body with names and texts in two colours, and nothing lost', async () => {
    const { ids } = await refused(422, 1);
    const { page } = owner;
    await owner.open(`/deliveries/${ids[0]}`);
    const body = page.locator('pre').filter({ hasText: '"created_at": "' });
    expect(JSON.parse(await body.innerText())).toMatchObject({ id: expect.any(String) });
    const colourOf = (text: string) =>
      body
        .getByText(text, { exact: true })
        .first()
        .evaluate((part) => getComputedStyle(part).color);
    const plain = await body.evaluate((whole) => getComputedStyle(whole).color);
    const type = /"type": ("[\w.]+")/.exec(await body.innerText())?.[1] ?? '';
    expect(new Set([plain, await colourOf('"type"'), await colourOf(type)]).size).toBe(3);
  });

  test('shows its attempts as dots, whose code the keyboard reaches, and the next one hollow', async () => {
    const { ids } = await refused(503, 1);
    const { page } = owner;
    await owner.open(`/deliveries/${ids[0]}`);
    const dots = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await dots.first().waitFor();
    expect(await dots.count()).toBe(2);
    expect(await dots.first().innerText()).toMatch(/First\s+503$/);
    await page.getByRole('button', { name: 'Attempt 1: 503' }).focus();
    await page.getByRole('tooltip').filter({ hasText: 'Attempt 1: 503' }).waitFor();
    await page.keyboard.press('Tab');
    const next = page.getByRole('button', { name: 'Next attempt' });
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await next.locator('svg').getAttribute('data-tone')).toBe('ended');
  });

  test.each([wide, narrow])(
    'says if no other fails so, and nothing moves when it is known',
    async (size) => {
      const { ids } = await refused(503, 1);
      const { page } = owner;
      await owner.resize(size);
      const held = Promise.withResolvers<void>();
      await page.route(/listAllDeliveries/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${owner.origin}/app/deliveries/${ids[0]}`);
      const below = page.getByText('In a terminal', { exact: true });
      const known = page.getByText("The endpoint's only failure of this kind", {
        exact: true,
      });
      await below.waitFor();
      // What stands above the card waits for other answers.
      const height = async () => {
        const top = await page.getByRole('heading', { name: 'What to do' }).boundingBox();
        return ((await below.boundingBox())?.y ?? 0) - (top?.y ?? 0);
      };
      const before = await height();
      expect(await known.count()).toBe(0);
      held.resolve();
      await known.waitFor();
      expect(await height()).toBe(before);
      expect(await page.getByText('in the same way').count()).toBe(0);
      await page.unrouteAll();
      await owner.resize(wide);
    },
  );

  test('leads to exactly the deliveries that fail in the same way', async () => {
    const { hook, ids } = await refused(404, 3);
    await hook.change({ description: 'Other answers' });
    const { page } = owner;
    await owner.open(`/deliveries/${ids[0]}`);
    await page.getByText('2 other deliveries of this endpoint fail in the same way').waitFor();
    await page.getByRole('link', { name: 'Show', exact: true }).press('Enter');
    await page.waitForURL(/answer=404/);
    await owner.settled();
    expect(await page.locator('[data-row]').count()).toBe(3);
    await page.getByRole('button', { name: 'Remove filter: response' }).click();
    await owner.settled();
    expect(page.url()).not.toContain('answer');
    // A list without room for the column of endpoints says them below the events.
    await owner.resize({ width: 1152, height: 900 });
    await page.locator('[data-row]').first().getByText('127.0.0.1:').waitFor();
    await owner.resize(wide);
  });

  test('of a switched-off endpoint says that nothing is sent, and where to switch it on', async () => {
    const { hook } = await refused(200, 1);
    await hook.change({ status: 'disabled' });
    const id = await hook.happen();
    const { page } = owner;
    await owner.open(`/deliveries/${id}`);
    await page.getByText('The delivery has not been tried.').waitFor();
    await page.getByText(/^The endpoint is switched off, so nothing is sent/).waitFor();
    await page.getByRole('link', { name: 'Open the endpoint' }).click();
    await page.waitForURL(new RegExp(hook.endpointId));
  });

  test('one that has arrived has no diagnosis', async () => {
    const receiver = await openReceiver(answering(200));
    const hook = await Hook.to(app().api, { url: receiver.url(), team });
    const id = await hook.happen();
    await hook.ended(id);
    await owner.open(`/deliveries/${id}`);
    await owner.page
      .getByText('It has arrived. “Resend since…” at the endpoint sends it again.')
      .waitFor();
    expect(await owner.page.getByText('What to do').count()).toBe(0);
  });
});
