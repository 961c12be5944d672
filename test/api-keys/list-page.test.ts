import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';

const app = useApp();

test('the bars of all keys have one scale, refusals are red, and the requests stay longer than the scopes', async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api);
  const { key_id: other } = await team.createKey({});
  await api.sql.query(
    `insert into request_day (tenant_id, day, key_id, ok, client_errors, refused, limited, server_errors)
     select $1, (now() at time zone 'UTC')::date, key, of_key, 0, 0, of_key, 0
     from (values ($2, 50), ($3, 5)) as used (key, of_key)`,
    [team.tenantId, team.keyId, other],
  );
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const owner = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  const { page } = owner;
  await owner.open('/api-keys');
  const bars = async (sum: string) => {
    const cell = page.getByRole('cell').filter({ hasText: new RegExp(`^${sum}(?!\\d)`) });
    expect(await cell.innerText()).toMatch(new RegExp(`^${sum}\\s+Unsuccessful: `));
    const last = (fill: string) => cell.locator(`rect.${fill}`).last().getAttribute('height');
    return [await last('fill-works'), await last('fill-failed')].map(Number);
  };
  expect([await bars('100'), await bars('10')]).toEqual([
    [20, 10],
    [2, 1],
  ]);
  expect(await owner.violations()).toEqual([]);
  const titles = async (width: number) => {
    await owner.resize({ width, height: 800 });
    return page.getByRole('columnheader').allInnerTexts();
  };
  expect(await titles(1152)).toContain('Requests, 30 days');
  for (let width = 1152; width >= 768; width -= 64) {
    const shown = await titles(width);
    if (shown.includes('Scopes')) expect(shown).toContain('Requests, 30 days');
  }
});

test('a narrow list still says the prefix of each key, and when one ends soon', async () => {
  const { api } = app();
  const team = await makeTeam(api);
  await team.createKey({});
  await api.sql.query(
    `update api_key set name = 'Same name',
       expires_at = case when id = $2 then now() + interval '5 days' end
     where tenant_id = $1`,
    [team.tenantId, team.keyId],
  );
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const owner = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  const rows = owner.page.getByRole('row').filter({ hasText: 'Same name' });
  for (const width of [1152, 390]) {
    await owner.resize({ width, height: 800 });
    await owner.open('/api-keys');
    const texts = await rows.allInnerTexts();
    const prefixes = texts.map((text) => /[0-9A-Za-z]{8,}…/.exec(text)?.[0]);
    expect(new Set(prefixes).size).toBe(2);
    expect(prefixes).not.toContain(undefined);
    expect(texts.filter((text) => /in [45] days/.test(text))).toHaveLength(1);
    expect(await owner.violations()).toEqual([]);
  }
});

test.each([1440, 390])(
  'a key of a sandbox is marked in the list, in its details and when it is made, at %i',
  async (width) => {
    const { api } = app();
    const team = await makeTeam(api);
    await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
    const sandbox = new TestTeam(api, await insertSandbox(team), team.owner);
    const session = await makeSession(sandbox, team.owner);
    session.headers = { origin: app().origin };
    await session.app.apiKeys.create.mutate({ name: 'First', scopes: ['users:read'] });
    const look = { language: 'en', width } as const;
    const visitor = await app().visit({ ...look, session });
    const { page } = visitor;
    await visitor.open('/api-keys');
    const row = page.getByRole('row').filter({ hasText: 'First' });
    const badgeIn = (place: Locator) => place.getByText('Sandbox', { exact: true });
    await badgeIn(row).waitFor();
    await row.locator('[data-row]').click();
    const details = page.locator('dl');
    await badgeIn(details.getByRole('definition').filter({ hasText: '…' }).first()).waitFor();
    expect(await visitor.violations()).toEqual([]);
    await visitor.open('/api-keys?new=1');
    await page.getByLabel('Name').fill('Second');
    await page.getByRole('button', { name: 'Create key' }).last().click();
    const made = page.getByRole('dialog', { name: 'Your new key' });
    await badgeIn(made).waitFor();
    expect(await visitor.violations()).toEqual([]);
    expect(await visitor.scrollsSideways()).toBe(false);
    const own = await app().visit({ ...look, session: await makeSession(team, team.owner) });
    await own.open(`/api-keys?key=${team.keyId}`);
    await own.page.locator('dl').waitFor();
    expect(await badgeIn(own.page.locator('body')).count()).toBe(0);
  },
);

test('keys that have ended come last until a title orders the list, and a key is rotated from its row', async () => {
  const { api } = app();
  const team = await makeTeam(api);
  const change = (change: string, keyId: string) =>
    api.sql.query(`update api_key set ${change} where id = $1`, [keyId]);
  await change(`name = 'Oldest'`, team.keyId);
  const [other, ended] = [await team.createKey({}), await team.createKey({})];
  await change(`name = 'another'`, other.key_id);
  await change(`name = 'Ended', expires_at = created_at`, ended.key_id);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const owner = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  const { page } = owner;
  await owner.open('/api-keys');
  const names = async () =>
    (await page.locator('[data-row]').allInnerTexts()).map((text) => text.split('\n')[0]);
  expect((await names()).at(-1)).toBe('Ended');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(names).toEqual(['another', 'Ended', 'Oldest']);
  await page.waitForURL(/sort=name$/);
  const row = page.getByRole('row').filter({ hasText: 'another' });
  const menu = page.getByRole('menuitem');
  await page.getByRole('row', { name: 'Ended' }).getByRole('button', { name: 'Actions' }).click();
  expect(await menu.allInnerTexts()).toEqual(['Requests with this key', 'Copy ID']);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Actions' }).click();
  await menu.filter({ hasText: 'Rotate' }).click();
  await page.getByRole('dialog', { name: /Rotate/ }).waitFor();
});

test('a key that has ended says how many requests were refused since, and one in use does not', async () => {
  const { api } = app();
  api.clock.travel(Date.now() - api.clock.now().getTime());
  const team = await makeTeam(api);
  const { key_id: ended } = await team.createKey({});
  await team.revokeKey(ended);
  await api.sql.query(
    `insert into request_day (tenant_id, day, key_id, ok, client_errors, refused, limited, server_errors)
     select $1, (now() at time zone 'UTC')::date, key, 0, 0, 5, 0, 0 from unnest($2::text[]) as key`,
    [team.tenantId, [team.keyId, ended]],
  );
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const owner = await app().visit({ language: 'en', session: await makeSession(team, team.owner) });
  await owner.open('/api-keys');
  const rows = owner.page.getByRole('row').filter({ hasText: '5 refused since' });
  expect(await rows.count()).toBe(1);
  await rows.filter({ hasText: 'Revoked' }).waitFor();
  owner.requireClean();
});

test('a key that is being replaced stands below its successor, until a title orders the list', async () => {
  const { api } = app();
  const team = await makeTeam(api);
  const [middle, successor] = [await team.createKey({}), await team.createKey({})];
  // The oldest key has the newest as its successor.
  const { sql } = api;
  const change = (change: string, keyId: string) =>
    sql.query(`update api_key k set ${change} from api_key o where k.id = $1 and o.id = $2`, [
      keyId,
      team.keyId,
    ]);
  await change(`name = 'Rotated', created_at = k.created_at - interval '2 hours'`, team.keyId);
  await change(`name = 'Middle', created_at = k.created_at - interval '1 hour'`, middle.key_id);
  await change(`name = 'Rotated', lineage_id = o.lineage_id`, successor.key_id);
  await sql.query(
    `update api_key k set rotated_at = s.created_at, expires_at = s.created_at + interval '7 days'
     from api_key s where k.id = $1 and s.id = $2`,
    [team.keyId, successor.key_id],
  );
  const session = await makeSession(team, team.owner);
  const owner = await app().visit({ session });
  const { page } = owner;
  await owner.open('/api-keys');
  const names = async () =>
    (await page.locator('[data-row]').allInnerTexts()).map((text) => text.split('\n')[0]);
  expect(await names()).toEqual(['Rotated', '↳', 'Middle']);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.waitForURL(/sort=name$/);
  await expect.poll(names).toEqual(['Middle', 'Rotated', 'Rotated']);
});
