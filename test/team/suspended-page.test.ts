import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

test('in a suspended team the app offers no change, and the palette neither', async () => {
  const team = await makeTeam(app().api);
  const owner = await app().visit({ session: await makeSession(team, team.owner) });
  const { page } = owner;
  const assign = page.getByRole('button', { name: 'Aufgabe stellen' });
  const offered = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Einladen');
    const invite = page.getByRole('option', { name: /einladen/i });
    await owner.settled();
    const count = await invite.count();
    await page.keyboard.press('Escape');
    return count;
  };
  await owner.open('/assignments');
  await assign.first().waitFor();
  expect(await offered()).toBeGreaterThan(0);
  await team.set({ status: 'suspended' });
  await owner.open('/assignments');
  await page.getByText('Dieses Team ist gesperrt').waitFor();
  expect(await assign.count()).toBe(0);
  expect(await offered()).toBe(0);
});

test('in a suspended team, rows without verbs keep no room for them', async () => {
  const team = await makeTeam(app().api);
  const owner = await app().visit({ session: await makeSession(team, team.owner) });
  const roomOf = async (path: string) => {
    await owner.open(path);
    const cell = owner.page.locator('tr[aria-rowindex] td:last-child').first();
    return cell.evaluate((td) => getComputedStyle(td).paddingRight);
  };
  expect(await roomOf('/members')).not.toBe('16px');
  await team.set({ status: 'suspended' });
  expect(await roomOf('/members')).toBe('16px');
});
