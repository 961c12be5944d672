import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();
let owner: Visitor;

beforeAll(async () => {
  const { api } = app();
  const team = await makeTeam(api);
  await api.sql.query(`update person set lang = 'en' where id = $1`, [team.owner.userId]);
  const session = await makeSession(team, team.owner);
  owner = await app().visit({ session, language: 'en', expects: /status of 4/ });
});

test.each(['http://localhost:8080/webhooks', 'https://no-such-host.invalid/hook'])(
  'the refusal of %s shows the line that brings events to the own machine, with Copy',
  async (url) => {
    const { page } = owner;
    await owner.open('/webhooks?new=1');
    const dialog = page.getByRole('dialog', { name: 'Create endpoint' });
    await dialog.getByLabel('URL').fill(url);
    await dialog.getByLabel('member.joined').check();
    const line = dialog.getByText(/^npx .* listen --forward-to http/);
    expect(await line.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await line.waitFor();
    expect(await owner.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await line.innerText());
    await owner.resize({ width: 390, height: 844 });
    expect(await owner.scrollsSideways()).toBe(false);
    await owner.resize({ width: 1280, height: 900 });
  },
);
