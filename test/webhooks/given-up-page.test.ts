import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { narrow, wide } from '../browser/harness/looks.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { loopbackReceivers } from '../harness/worker.ts';

const app = useApp({ env: loopbackReceivers });
useWorker(() => app().api, { WEBHOOK_RETRY_DELAYS: '1h' });

/** A window in which a delivery stands in the narrowest pane beside its list. */
const PANE = { width: 1440, height: 900 };

let team: TestTeam;
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  team = await makeTeam(api, { rateLimit: 1_000_000, seats: 1_000 });
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  owner = await app().visit({ session: await makeSession(team, team.owner), language: 'en' });
});

/** An admin who reads German. */
async function germanAdmin(): Promise<Visitor> {
  const admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  return app().visit({ session: await makeSession(team, admin), language: 'de' });
}

type GivenUp = { hook: Hook; id: string };

/** A delivery that is given up after these answers, on the schedule. Null: there was no answer in time. */
async function givenUp(answers: (number | null)[], excerpt = ''): Promise<GivenUp> {
  const receiver = await openReceiver((_, response) => {
    response.statusCode = answers.at(-1) ?? 502;
    response.end(excerpt);
  });
  const url = new URL('/hooks/trainings/ofoursalesteam/andofallothers', receiver.url()).href;
  const hook = await Hook.to(app().api, { url, team });
  // A page that still shows the endpoint would ask for it again, and get a 404.
  onTestFinished(async () => {
    await owner.page.goto('about:blank');
    await hook.remove();
  });
  const id = await hook.happen();
  await hook.attempted(id, 1);
  const hours = [0, 1 / 60, 0.1, 0.6, 2.6, 8.6, 20.6, 44.6].slice(0, answers.length);
  const { sql } = app().api;
  for (const table of ['webhook_pending', 'webhook_attempt']) {
    await sql.query(`delete from ${table} where delivery_id = $1`, [id]);
  }
  await sql.query(
    `insert into webhook_attempt (tenant_id, delivery_id, n, started_at, response_code, error,
       lease_no, response_excerpt)
     select $1, $2, a.n, now() - interval '2 days' + a.hours * interval '1 hour', a.code,
       case when a.code is null then 'timeout' else 'http_status' end, a.n,
       case when a.code is null then null else $5 end
     from unnest($3::integer[], $4::float8[]) with ordinality a (code, hours, n)`,
    [team.tenantId, id, answers, hours, excerpt],
  );
  return { hook, id };
}

const said = (text: string | RegExp) => owner.page.getByText(text).first().waitFor();
const isPrimary = (button: Locator) =>
  button.evaluate((element) => element.className.includes('bg-accent'));
const resend = () => owner.page.getByRole('button', { name: 'Resend', exact: true });
const tryIt = () => owner.page.getByRole('button', { name: 'Try on my machine' });

const slow = [502, null, null, 502, null, null, null, 502];

describe('a delivery that was given up', () => {
  test('whose answers differ names all of them, and explains the most frequent one', async () => {
    const { id } = await givenUp(slow);
    await owner.open(`/deliveries/${id}`);
    await said('5 × no response in time, 3 × 502');
    await said('Most often: The server did not respond in time.');
    await said('Your receiver should respond at once and work afterwards.');
    const german = await germanAdmin();
    await german.open(`/deliveries/${id}`);
    await german.page.getByText('5 × keine Antwort in der Frist, 3 × 502').waitFor();
    await german.page
      .getByText('Am häufigsten: Der Server hat nicht rechtzeitig geantwortet.')
      .waitFor();
  });

  test('counts others that fail as it mostly did, also if its own last answer was another', async () => {
    const { hook, id } = await givenUp([502, 502, null]);
    await hook.attempted(await hook.happen(), 1);
    await owner.open(`/deliveries/${id}`);
    await said('One other delivery of this endpoint fails in the same way');
  });

  test('is chosen to be sent again from a list of such, with what its endpoint leaves out', async () => {
    await givenUp([502, 502]);
    const off = await givenUp([500]);
    await off.hook.change({ status: 'disabled' });
    await off.hook.happen();
    const { page } = owner;
    await owner.open('/deliveries?status=gave_up');
    await page.getByRole('button', { name: 'Resend since…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend deliveries' });
    expect(await dialog.getByRole('radio', { name: 'Only those given up' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Resend 1', exact: true }).waitFor();
    await dialog.getByText('1 failed delivery is left out').waitFor();
    expect(await owner.violations()).toEqual([]);
    await dialog.getByRole('link', { name: 'Switch on again…' }).click();
    const asks = page.getByRole('dialog', { name: /^Switch on endpoint/ });
    await asks.getByText('One delivery is waiting').waitFor();
    await asks.getByRole('button', { name: 'Switch on again' }).click();
    await said('The endpoint is active. What was held back will be sent.');
    await page.getByRole('button', { name: 'Resend since…' }).click();
    await dialog.getByRole('button', { name: /^Resend \d/ }).waitFor();
    expect(await dialog.getByText('left out').count()).toBe(0);
  });

  test('shows three lines of the last answer, and all of it when asked', async () => {
    const { id } = await givenUp([500], `${'Something went wrong. '.repeat(40)}Use port 444.`);
    const { page } = owner;
    await owner.open(`/deliveries/${id}`);
    const heading = page.getByRole('heading', { name: 'Response', exact: true }).first();
    const text = heading.locator('xpath=following-sibling::p');
    const height = async () => (await text.boundingBox())?.height ?? 0;
    const isCut = () => text.evaluate((p) => p.scrollHeight > p.clientHeight);
    const before = await height();
    expect(await isCut()).toBe(true);
    await page.getByRole('button', { name: 'Show the whole response' }).press('Enter');
    expect(await isCut()).toBe(false);
    expect(await height()).toBeGreaterThan(before);
    expect(await owner.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Show less' }).press('Enter');
    expect(await height()).toBe(before);
  });

  test('shows eight attempts in one line of the pane, whose times stand apart, and its URL breaks at a slash', async () => {
    const { hook, id } = await givenUp(slow);
    // The longest times: "+1.2 min" and "+6.2 min".
    await app().api.sql.query(
      `update webhook_attempt set started_at = started_at + interval '12 s'
       where delivery_id = $1 and n in (2, 3)`,
      [id],
    );
    const { page } = owner;
    await owner.resize(PANE);
    await owner.open(`/webhooks/${hook.endpointId}`);
    await page.locator('[data-row]').first().click();
    const pane = page.getByRole('dialog');
    const dots = pane.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await dots.nth(7).waitFor();
    const tops = await dots.evaluateAll((items) =>
      items.map((item) => item.getBoundingClientRect().top),
    );
    expect([tops.length, new Set(tops).size]).toEqual([8, 1]);
    const times = await dots.locator('.tabular').evaluateAll((all) =>
      all.map((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }),
    );
    const gaps = times.slice(1).map(({ left }, index) => left - (times[index]?.right ?? 0));
    expect(gaps).toHaveLength(7);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
    const url = pane.getByRole('link', { name: /^127\.0\.0\.1:\d+\/hooks/ }).last();
    const cut = await url.evaluate((link) => {
      // As wide as a third of it: every part of the path fits, the whole does not.
      link.style.cssText = 'display: block; width: 13rem';
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      const lines: [string, number][] = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        lines.push([texts.currentNode.nodeValue ?? '', range.getClientRects().length]);
      }
      return lines.filter(([, count]) => count > 1);
    });
    expect(cut).toEqual([]);
    await owner.resize(wide);
    expect(id).toMatch(/^whd_/);
  });

  test('shows the steps of its time line with the marks of states', async () => {
    const { id } = await givenUp([500, 500]);
    const { page } = owner;
    await owner.open(`/deliveries/${id}`);
    const line = page
      .locator('section')
      .filter({ has: page.getByText('Timeline') })
      .last();
    const mark = (step: string) =>
      line.getByRole('listitem').filter({ hasText: step }).last().locator('svg');
    expect(await mark('Failed · Attempt 2').getAttribute('data-tone')).toBe('failed');
    expect(await mark('Given up').getAttribute('data-tone')).toBe('failed');
    expect(await mark('Event created').getAttribute('data-tone')).toBe('ended');
  });

  test('is not to be resent first if repeating will not help: its advice is the first button', async () => {
    const { id } = await givenUp([422], 'no contact has this id');
    const { page } = owner;
    await owner.open(`/deliveries/${id}`);
    await said(/Retrying will not help/);
    await said(/^Its response usually says what it misses/);
    expect([await isPrimary(resend()), await isPrimary(tryIt())]).toEqual([false, true]);
    await app().api.sql.query(
      `update webhook_attempt set response_code = 404 where delivery_id = $1`,
      [id],
    );
    await owner.open(`/deliveries/${id}`);
    const toEndpoint = page.getByRole('link', { name: 'Open the endpoint' });
    expect(await isPrimary(toEndpoint)).toBe(true);
    expect([await isPrimary(resend()), await isPrimary(tryIt())]).toEqual([false, false]);
    await app().api.sql.query(
      `update webhook_attempt set response_code = 503 where delivery_id = $1`,
      [id],
    );
    await owner.open(`/deliveries/${id}`);
    await said(/Retrying helps as soon as/);
    expect([await isPrimary(resend()), await isPrimary(tryIt())]).toEqual([true, false]);
    expect(await page.getByText(/makes one attempt at once/).count()).toBe(0);
  });

  test('to an endpoint that is off says what a resend does, and leads to switching it on', async () => {
    const { hook, id } = await givenUp([503, 503]);
    await hook.change({ status: 'disabled' });
    const { page } = owner;
    await owner.open(`/deliveries/${id}`);
    await said(
      '“Resend” makes one attempt at once, even while the endpoint is switched off. The endpoint stays switched off.',
    );
    const switchOn = page.getByRole('link', { name: 'Switch on again…' });
    expect([await isPrimary(switchOn), await isPrimary(resend())]).toEqual([true, false]);
    await page.getByRole('link', { name: 'Open the endpoint' }).waitFor();
    for (const [size, theme] of [
      [wide, 'dark'],
      [narrow, 'light'],
    ] as const) {
      await owner.show(size, theme);
      expect(await owner.violations()).toEqual([]);
      expect(await owner.scrollsSideways()).toBe(false);
    }
    await owner.show(wide, 'light');
    // It is so: there is an attempt, and the endpoint stays as it was.
    await resend().click();
    await hook.attempted(id, 3);
    expect((await hook.ended(id)).status).toBe('gave_up');
    expect((await hook.endpoint()).status).toBe('disabled');
    await switchOn.click();
    const dialog = page.getByRole('dialog', { name: /^Switch on endpoint/ });
    await dialog.getByRole('button', { name: 'Switch on again' }).click();
    await said('The endpoint is active.');
  });

  test.each([1280, 1440])(
    'has its three buttons on one line of the pane, in both languages, at %i',
    async (width) => {
      const { hook, id } = await givenUp([503, 503]);
      await hook.change({ status: 'disabled' });
      for (const visitor of [owner, await germanAdmin()]) {
        await visitor.resize({ width, height: 900 });
        await visitor.open(`/deliveries?delivery=${id}`);
        const buttons = visitor.page.locator('[data-pane] footer').locator('a, button');
        const tops = await buttons.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().top),
        );
        expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
      }
      await owner.resize(wide);
    },
  );

  test('shows an answer in JSON in the colours of the body, also if it is cut off', async () => {
    const answer = '{"error": "no room", "rows": [1, 2';
    const { id } = await givenUp([500], answer);
    const { page } = owner;
    await owner.open(`/deliveries/${id}`);
    const colourOf = (place: string, text: string) =>
      page
        .locator(`${place} span`)
        .getByText(text, { exact: true })
        .evaluate((part) => getComputedStyle(part).color);
    const ofNames = await colourOf('pre', '"type"');
    // In the diagnosis, and at its attempt.
    for (const place of ['p', 'pre']) {
      expect(await colourOf(place, '"error"')).toBe(ofNames);
      expect(await colourOf(place, '"no room"')).not.toBe(ofNames);
    }
    // It reads as it came.
    expect(await page.locator('pre').allInnerTexts()).toContain(answer);
  });
});
