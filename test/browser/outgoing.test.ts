import { expect, test } from 'vitest';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';

const outgoing = new Outgoing();
const app = useApp({ outgoing });

test('every page says that nothing is sent, until the installation sends again', async () => {
  const { api, origin, visit } = app();
  const team = await makeTeam(api);
  const session = await makeSession(team, team.owner);
  const says = { de: /Diese Installation sendet nichts/, en: /This installation sends nothing/ };
  const stranger = await visit({ language: 'en' });
  await stranger.page.goto(`${origin}/app/sign-in`);
  await stranger.page.getByText(says.en).waitFor();
  const { page } = await visit({ session });
  await page.goto(`${origin}/app/members`);
  await page.getByRole('region', { name: 'Versand' }).getByText(says.de).waitFor();
  outgoing.open();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText(says.de).count()).toBe(0);
});
