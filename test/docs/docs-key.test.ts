import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/durations.ts';
import { useApp } from '../browser/harness/use-app.ts';
import { codeOf, makeSession } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { openDocs } from './harness/pages.ts';

const app = useApp();
let team: TestTeam;
let sandbox: TestTeam;

beforeAll(async () => {
  team = await makeTeam(app().api);
  sandbox = new TestTeam(team.api, await insertSandbox(team), team.owner);
  await app().api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
});

const keysOf = ({ tenantId }: TestTeam) =>
  app().api.sql.query(
    `select scopes, expires_at from api_key where tenant_id = $1 and name = 'Documentation'`,
    [tenantId],
  );

test.each([1440, 390])(
  'a sample of the reference runs with a key of a sandbox that the app has made for the tab, at %i',
  async (width) => {
    const session = await makeSession(team, team.owner);
    const visitor = await app().visit({ session, language: 'en', width });
    const { page } = visitor;
    await openDocs(visitor, 'en/reference/list-members');
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await page.getByText('Paste an API key.').waitFor();
    await page.getByRole('link', { name: 'Create a key of a sandbox for this tab' }).click();
    await page.getByRole('button', { name: 'Open “Trial”' }).click();
    await page.getByText('It has all scopes in this sandbox').waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.scrollsSideways()).toBe(false);
    await page.getByRole('button', { name: 'Create a key for this tab' }).click();
    await page.waitForURL('**/docs/en/reference/list-members#send');
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: 'Your answer 200' }).waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await page.content()).not.toContain('svck_test_');
    const kept = await page.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie]);
    expect(kept.join()).not.toContain('svck_');
    await page.getByRole('link', { name: 'Show in the log' }).click();
    await page.getByText('GET /users').first().waitFor();
    visitor.requireClean();
  },
);

test('a key for the documentation belongs to a sandbox, has all scopes and ends after an hour', async () => {
  const browser = await makeSession(team, team.owner);
  expect(await codeOf(browser.app.apiKeys.createForDocs.mutate({}))).toBe('not_a_sandbox');
  expect((await keysOf(team)).rows).toEqual([]);
  await browser.app.session.switchTeam.mutate({ tenant_id: sandbox.tenantId });
  const { key_id } = await browser.app.apiKeys.createForDocs.mutate({});
  const made = (await keysOf(sandbox)).rows.at(-1);
  expect(made?.scopes).toContain('users:write');
  expect(made?.expires_at.getTime()).toBe(app().api.clock.now().getTime() + HOUR_MS);
  const { rows } = await app().api.sql.query(
    `select action from audit_entry where tenant_id = $1 and target_id = $2`,
    [sandbox.tenantId, key_id],
  );
  expect(rows).toEqual([{ action: 'api_key.created' }]);
});

test('a member without the right learns whom to ask', async () => {
  const session = await makeSession(team, await team.addMember());
  const visitor = await app().visit({ session, language: 'de' });
  await visitor.open('/docs-key?from=//evil.example');
  await visitor.page.getByText('Sie dürfen keine Schlüssel erstellen').waitFor();
  expect(await visitor.violations()).toEqual([]);
});
