import { beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../src/docs/page.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { givePassword, makeSession, PASSWORD } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { openDocs } from './harness/pages.ts';

const app = useApp();
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(app().api);
  await insertSandbox(team);
  await givePassword(app().api, team.owner);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
});

/** The requests of the samples with "Run". */
async function samplesOf(address: string): Promise<string[]> {
  const html = await (await fetch(`${app().origin}${address}`)).text();
  return [...html.matchAll(/data-run="([^"]+)"/g)].map(([, target = '']) => target);
}

describe('"Run" beside a sample of a guide', () => {
  test('is a request that a key alone can make, the same in both languages', async () => {
    const [english, german] = await Promise.all(
      (['en', 'de'] as const).map(async (language) => {
        const pages = allPages().filter((page) => page.language === language);
        return (await Promise.all(pages.map((page) => samplesOf(addressOf(page))))).flat();
      }),
    );
    expect(english).toEqual(german);
    expect(english?.length).toBeGreaterThan(6);
    for (const target of new Set(english)) {
      const { status } = await fetch(`${app().origin}${target}`, {
        headers: { Authorization: `Bearer ${team.key}` },
      });
      // The sample of an error asks for `limits` and not for `limit`.
      expect([target, status]).toEqual([target, target.includes('limits=') ? 422 : 200]);
    }
  });

  test.each([1440, 390])(
    'leads to a key, and then shows the answer below, at %i',
    async (width) => {
      const session = await makeSession(team, team.owner);
      const visitor = await app().visit({ session, language: 'en', width, expects: /403/ });
      const { page } = visitor;
      await openDocs(visitor, 'en/guides/first-request');
      const runs = page.getByRole('button', { name: 'Run', exact: true });
      await runs.nth(1).click();
      await page.getByText('This tab has no key yet.').waitFor();
      expect(await visitor.violations()).toEqual([]);
      await page.getByRole('link', { name: 'Create a key of a sandbox for this tab' }).click();
      await page.getByRole('button', { name: 'Open “Trial”' }).click();
      await page.getByRole('button', { name: 'Create a key for this tab' }).click();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      // Back at the section of the sample.
      await page.waitForURL(/\/docs\/en\/guides\/first-request#.*read/);
      await runs.nth(1).click();
      await page.getByText('200 OK').waitFor();
      await page.locator('[data-ran]').getByText('"next_cursor"').waitFor();
      await page.getByRole('link', { name: 'Show in the log' }).waitFor();
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.scrollsSideways()).toBe(false);
      expect(await page.content()).not.toContain('svck_test_');
      visitor.requireClean();
    },
  );
});

test('a wide screen shows the body of an answer once, a telephone below the form', async () => {
  const visitor = await app().visit({ language: 'en', width: 1440 });
  const { page } = visitor;
  await openDocs(visitor, 'en/reference/get-me');
  await page.locator('.sender > summary').click();
  await page.getByLabel('API key').fill(team.key);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Your answer 200' }).waitFor();
  const bodies = page.locator('.code').filter({ hasText: '"rate_limit_per_min"', visible: true });
  await expect.poll(() => bodies.count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-answer] .code').filter({ visible: true }).waitFor();
  visitor.requireClean();
});
