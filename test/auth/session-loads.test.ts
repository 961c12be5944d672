import { expect, test } from 'vitest';
import { SessionLoads } from '../../src/auth/session-loads.ts';
import { newToken } from '../../src/auth/token.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('each of more calls at once than fit into one statement gets its own session', async () => {
  const team = await makeTeam(api());
  const people = [team.owner, await makePerson(team), await makePerson(team)];
  const browsers = await Promise.all(people.map((person) => makeSession(team, person)));
  const tokens = Array.from({ length: 603 }, (_, n) => browsers[n % 4]?.session ?? newToken());
  const loads = new SessionLoads(api().pool, api().clock);
  const loaded = await Promise.all(
    tokens.map((token) => loads.load({ token, ip: '127.0.0.1', userAgent: null })),
  );
  const expected = tokens.map((_, n) => people[n % 4]?.userId);
  expect(loaded.map(({ session }) => session?.personId)).toEqual(expected);
});
