import { beforeAll, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let counter = 0;

beforeAll(async () => {
  team = await makeTeam(api(), { seats: 1_000, rateLimit: 1_000_000 });
  owner = await makeSession(team, team.owner, { expiresAt: new Date(Date.UTC(2100, 0)) });
});

function invite(): Promise<{ id: string }> {
  counter += 1;
  return owner.app.members.invite.mutate({ email: `invited-${counter}@example.com` });
}

const overRest = async () => {
  counter += 1;
  const body = { email: `invited-${counter}@example.com` };
  return (await team.request('POST', '/users', { body })).status;
};

test('the app may invite 60 in an hour, apart from the 60 of POST /users (D59, D60)', async () => {
  for (let i = 0; i < 59; i++) await invite();
  expect(await overRest()).toBe(201);
  const atOnce = await Promise.all([codeOf(invite()), codeOf(invite()), codeOf(invite())]);
  expect(atOnce.sort()).toEqual(['ok', 'rate_limited', 'rate_limited']);
  expect(await overRest()).toBe(201);
  api().clock.travel(59 * 60_000);
  expect(await codeOf(invite())).toBe('rate_limited');
  api().clock.travel(60_000);
  expect(await codeOf(invite())).toBe('ok');
});

test('members who are added without an invitation use up nothing of it', async () => {
  api().clock.travel(60 * 60_000);
  for (let i = 0; i < 61; i++) await team.addMember();
  expect(await codeOf(invite())).toBe('ok');
});

test('an invitation that names no language is in the first of the team, over REST in German (D113)', async () => {
  const { version } = await owner.app.team.get.query({});
  await owner.app.team.change.mutate({ version, languages: ['en', 'de'] });
  const langOf = async (id: string) => {
    const { rows } = await api().sql.query('select lang from member where id = $1', [id]);
    return rows[0].lang;
  };
  expect(await langOf((await invite()).id)).toBe('en');
  const { body } = await team.request('POST', '/users', { body: { email: 'rest@example.com' } });
  expect(await langOf(body.id)).toBe('de');
});
