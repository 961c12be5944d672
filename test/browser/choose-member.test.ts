import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertCase } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { filterBy, filterChip, filterField } from './harness/filter.ts';
import { useApp } from './harness/use-app.ts';
import type { Visitor } from './harness/visitor.ts';

const app = useApp();
let team: TestTeam;
let owner: Visitor;
let page: Page;

/** More members than any list loads at once. The test looks for the member who is last in the list. */
async function addMany(): Promise<void> {
  const { sql } = app().api;
  const prefix = team.tenantId.slice(4);
  await sql.query(
    `insert into person (id, email, name, lang, created_at)
     select 'usr_' || $1 || n, n || '.' || $1 || '@example.com',
       case n when 1 then 'Zoë Ähre' else 'Person ' || n end, 'de', now()
     from generate_series(1, 10000) n`,
    [prefix],
  );
  await sql.query(
    `insert into person_team (person_id, tenant_id)
     select 'usr_' || $1 || n, $2 from generate_series(1, 10000) n`,
    [prefix, team.tenantId],
  );
  await sql.query(
    `insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at, joined_at)
     select $2, 'mem_' || $1 || n, 'usr_' || $1 || n, n || '.' || $1 || '@example.com', 'admin', 'active',
       'app', now() - interval '1 year' + n * interval '1 minute', now()
     from generate_series(1, 10000) n`,
    [prefix, team.tenantId],
  );
}

beforeAll(async () => {
  team = await makeTeam(app().api, { seats: 20_000 });
  await addMany();
  owner = await app().visit({ session: await makeSession(team, team.owner) });
  ({ page } = owner);
});

const nameIn = async (field: Locator) => field.inputValue();

test('one of 10,000 members is found by typing, and chosen by keys alone', async () => {
  await owner.open('/team');
  await page.getByRole('button', { name: 'Team übertragen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Team übertragen' });
  const field = dialog.getByRole('combobox', { name: 'An' });
  const offer = dialog.getByRole('button', { name: 'Team übertragen' });
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByText('Es gibt weitere: Tippen Sie einen Teil des Namens.').waitFor();
  expect(await owner.violations()).toEqual([]);
  // Escape closes the list. A second Escape closes the dialog.
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  expect(await offer.isDisabled()).toBe(true);
  await page.keyboard.type('zoë');
  await page.getByRole('option', { name: /^Zoë Ähre/ }).waitFor();
  // The option that a screen reader reads while a person goes through the list.
  const active = await field.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).innerText()).toMatch(/^Zoë Ähre \(1\./);
  await page.keyboard.press('Enter');
  expect(await nameIn(field)).toMatch(/^Zoë Ähre/);
  await offer.click();
  await page.getByText(/^Das Angebot geht an (?!ein Mitglied)/).waitFor();
  const { rows } = await app().api.sql.query(
    'select member_id from ownership_offer where tenant_id = $1',
    [team.tenantId],
  );
  expect(rows).toEqual([{ member_id: `mem_${team.tenantId.slice(4)}1` }]);
});

test("the chip names the member from the page's address, even if no list has loaded this member", async () => {
  await owner.open(`/cases?user=usr_${team.tenantId.slice(4)}1`);
  await filterChip(page, /^Mitglied:Zoë Ähre/).waitFor();
  await page.getByRole('button', { name: 'Filter entfernen: Mitglied' }).click();
  await owner.settled();
  expect(new URL(page.url()).search).toBe('');
  expect(await filterChip(page, /./).count()).toBe(0);
});

test('the bar of filters finds one of 10,000 members by a part of the name, and says if nobody has it', async () => {
  await insertCase(team);
  await owner.open('/cases');
  await filterField(page).fill('member:nobody of this name');
  await page.getByText('Kein passender Filter').waitFor();
  await filterBy(page, 'member:zoë');
  await filterChip(page, /^Mitglied:Zoë Ähre/).waitFor();
  await page.waitForURL(new RegExp(`user=usr_${team.tenantId.slice(4)}1$`));
});
