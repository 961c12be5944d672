import { beforeAll, expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';

const app = useApp();
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(app().api);
  await app().api.sql.query(
    `update tenant set imprint_url = 'https://example.com', privacy_url = 'https://example.com'
     where id = $1`,
    [team.tenantId],
  );
});

test.each([720, 768, 800, 897, 900])(
  'in a window %i px high, the owner sees the whole navigation without scrolling',
  async (height) => {
    const owner = await app().visit({ session: await makeSession(team, team.owner) });
    await owner.resize({ width: 1280, height });
    await owner.open('/overview');
    const navigation = owner.page.getByRole('navigation', { name: 'Navigation' });
    const own = navigation.getByRole('link', { name: 'Meine Trainings' });
    expect(await own.count()).toBe(height < 800 ? 0 : 1);
    const hidden = await navigation.evaluate((nav) => nav.scrollHeight - nav.clientHeight);
    expect(hidden).toBe(0);
    // What is folded for want of room can be unfolded.
    if (height < 800) await navigation.getByRole('button', { name: 'Für mich' }).click();
    await own.waitFor();
  },
);

test('a member with few pages sees the own work in a low window too', async () => {
  const member = await team.addMember();
  const visitor = await app().visit({ session: await makeSession(team, member) });
  await visitor.resize({ width: 1280, height: 720 });
  await visitor.open('/my/trainings');
  await visitor.page.getByRole('link', { name: 'Meine Aufgaben' }).first().waitFor();
});
