import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { runnableRequest } from '../../src/docs/markdown/code.ts';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor, VisitorOptions } from '../browser/harness/visitor.ts';
import { useDocsSandbox } from './harness/docs-sandbox.ts';
import { openDocs } from './harness/pages.ts';

const app = useApp();
const { team, sandbox } = useDocsSandbox(app);

type Kept = { key: string; 'sandbox-key'?: string };

/** A reader of the first guide, whose tab has this key. `posts` are the requests that change something. */
async function readerWith(kept: Kept, options: VisitorOptions = {}) {
  const visitor = await app().visit({ language: 'en', ...options });
  const posts: Request[] = [];
  visitor.context.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request);
  });
  await openDocs(visitor, 'en/reference');
  await visitor.page.evaluate((own) => {
    for (const [name, value] of Object.entries(own)) sessionStorage.setItem(`docs.${name}`, value);
  }, kept);
  await openDocs(visitor, 'en/guides/first-request');
  return { visitor, page: visitor.page, posts };
}

const ofSandbox = (ends?: number): Kept => {
  const { key } = sandbox();
  return { key, 'sandbox-key': ends === undefined ? key : `${key} key_1 ten_1 ${ends}` };
};

/** Runs the third sample of the guide: POST /assignments. */
const write = (page: Page) =>
  page.getByRole('button', { name: 'Run', exact: true }).nth(2).press('Enter');
const answer = (page: Page) => page.locator('[data-ran]');
const idempotencyKeys = (posts: Request[]) =>
  posts.map((request) => request.headers()['idempotency-key']);

async function requireWhole(visitor: Visitor): Promise<void> {
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
}

describe('"Run" beside a sample of a guide that writes', () => {
  test.each([1440, 390])(
    'writes to the sandbox about its newest member, each time with an Idempotency-Key of its own, at %i',
    async (width) => {
      const member = await sandbox().addMember();
      const { visitor, page, posts } = await readerWith(ofSandbox(), { width });
      await write(page);
      await answer(page).getByText('201 Created').waitFor();
      await answer(page).getByRole('link', { name: 'Show in the log' }).waitFor();
      const [sent] = posts;
      expect(sent?.postDataJSON()).toMatchObject({
        member_id: member.memberId,
        title: 'Price talk before the fair',
      });
      await requireWhole(visitor);
      await answer(page)
        .getByText('201 Created')
        .evaluate((one) => one.remove());
      await write(page);
      await answer(page).getByText('201 Created').waitFor();
      const [first, second, ...more] = idempotencyKeys(posts);
      expect([first, second]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
      expect([first === second, more]).toEqual([false, []]);
      expect((await sandbox().request('GET', '/assignments')).body.data).toHaveLength(2);
      // The pages of the reference know the new assignment.
      await openDocs(visitor, 'en/reference/get-assignment');
      await page.locator('.aside').getByText('the newest assignment of your sandbox').waitFor();
      visitor.requireClean();
    },
  );

  test('sends nothing with a key that is not of a sandbox, and leads to one that is', async () => {
    const { visitor, page, posts } = await readerWith({ key: team().key });
    await write(page);
    await page.getByText('the key of this tab is not one of a sandbox').waitFor();
    const link = page.getByRole('link', { name: 'Create a key for this tab' });
    expect(await link.getAttribute('href')).toContain('%23write');
    expect(await visitor.violations()).toEqual([]);
    expect(posts).toEqual([]);
  });

  test('in a sandbox without a member, leads to what adds one', async () => {
    const { page, posts } = await readerWith(ofSandbox());
    await write(page);
    await answer(page).getByText('Your sandbox has no member yet.').waitFor();
    await answer(page).getByRole('link', { name: 'POST /users' }).waitFor();
    expect(posts).toEqual([]);
  });

  test('if no answer comes, sends the next attempt with the same Idempotency-Key', async () => {
    await sandbox().addMember();
    const { visitor, page, posts } = await readerWith(ofSandbox(), { expects: /ERR_/ });
    await page.route('**/assignments', (route) => route.abort(), { times: 1 });
    await write(page);
    await answer(page).getByText('Sent again with the same Idempotency-Key').waitFor();
    expect(await visitor.violations()).toEqual([]);
    await write(page);
    await answer(page).getByText('201 Created').waitFor();
    const [first, second] = idempotencyKeys(posts);
    expect(second).toBe(first);
  });

  test.each([
    `MEMBER=x\nBODY='{}'\ncurl -X POST "$API/assignments" -H "Authorization: Bearer $KEY" -d "$BODY"`,
    `curl -X POST "$API/webhook-endpoints" \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"url": "'$HOOK'"}'`,
    `curl -X POST "$API/webhook-endpoints/$ENDPOINT/test" -H "Authorization: Bearer $KEY"`,
    `curl -X DELETE "$API/assignments/$ASSIGNMENT" -H "Authorization: Bearer $KEY"`,
  ])('is missing where the page cannot know what the shell knows: %#', (code) => {
    expect(runnableRequest(code)).toBe(undefined);
  });
});

describe('the key that the app has made for a tab', () => {
  const says = (page: Page) => page.getByText('Sandbox key active until');

  test.each([1440, 390])(
    'is named once on a page, with its end, until it ends, at %i',
    async (width) => {
      const { visitor, page } = await readerWith(ofSandbox(Date.now() + HOUR_MS), { width });
      await says(page).waitFor();
      expect(await says(page).count()).toBe(1);
      const end = page.getByRole('link', { name: 'End', exact: true });
      expect(await end.getAttribute('href')).toBe(
        '/app/docs-key?from=%2Fdocs%2Fen%2Fguides%2Ffirst-request%23read',
      );
      await requireWhole(visitor);
      await page.evaluate(() => {
        const [...kept] = sessionStorage.getItem('docs.sandbox-key')?.split(' ') ?? [];
        sessionStorage.setItem(
          'docs.sandbox-key',
          kept.with(3, String(Date.now() + 2_000)).join(' '),
        );
      });
      await page.reload();
      await says(page).waitFor();
      await says(page).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => sessionStorage.getItem('docs.key'))).toBe(null);
      await write(page);
      await page.getByText('This tab has no key yet.').waitFor();
      visitor.requireClean();
    },
  );

  test('leaves the form when it ends, which would take it for the key of a team', async () => {
    const { visitor, page } = await readerWith(ofSandbox(Date.now() + HOUR_MS));
    await page.clock.install();
    await openDocs(visitor, 'en/reference/get-me');
    await page.locator('.sender > summary').click();
    const key = page.getByLabel('API key');
    await expect.poll(() => key.inputValue()).toBe(sandbox().key);
    await says(page).waitFor();
    await page.clock.fastForward(HOUR_MS);
    await expect.poll(() => key.inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Forget the key' }).count()).toBe(0);
  });

  test('is not named for a key that the reader has pasted, or where the reader has forgotten it', async () => {
    const { visitor, page } = await readerWith(ofSandbox(Date.now() + HOUR_MS));
    await openDocs(visitor, 'en/reference/get-me');
    await says(page).waitFor();
    await page.locator('.sender > summary').click();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await says(page).waitFor({ state: 'detached' });
    await page.getByLabel('API key').fill(team().key);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('[data-outcome]').getByText('200 OK').waitFor();
    await openDocs(visitor, 'en/guides/first-request');
    expect(await says(page).count()).toBe(0);
  });
});
