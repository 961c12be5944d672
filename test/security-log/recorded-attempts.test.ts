import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { runMails } from '../mail/harness/mails.ts';

const api = useApi();
let team: TestTeam;
let person: Person;

beforeEach(async () => {
  api().clock.travel(HOUR_MS);
  team = await makeTeam(api());
  person = await makePerson(team);
});

function attempt({ email } = person) {
  const browser = new Browser(api());
  browser.headers = { 'user-agent': 'Somebody' };
  return codeOf(browser.app.session.signIn.mutate({ email, password: 'not the password' }));
}

async function logOf(who = person) {
  await runMails(api());
  const { app } = await makeSession(team, who);
  return (await app.account.securityLog.query({})).data;
}

test("a failed sign-in is in the person's security log, with time and place", async () => {
  const at = api().clock.now().toISOString();
  expect(await attempt()).toBe('wrong_credentials');
  expect(await logOf()).toEqual([
    {
      id: expect.stringMatching(/^sec_/),
      kind: 'sign_in_failed',
      details: { attempts: '1' },
      at,
      ip: '127.0.0.1',
      user_agent: 'Somebody',
    },
  ]);
});

test('so are a requested reset, and a wrong password at a proof', async () => {
  await new Browser(api()).app.account.requestReset.mutate({ email: person.email });
  const { app } = await makeSession(team, person);
  expect(await codeOf(app.session.prove.mutate({ password: 'not the password' }))).toBe(
    'wrong_credentials',
  );
  const kinds = (await logOf()).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['proof_failed', 'reset_requested']);
});

test("attempts within an hour are one entry with a count, so nobody fills another person's log", async () => {
  // The number is above the limit of an account. Attempts above the limit count too, and cost the same.
  for (let n = 0; n < 13; n += 1) await attempt();
  api().clock.travel(20 * MINUTE_MS);
  for (let n = 0; n < 2; n += 1) await attempt();
  expect((await logOf()).map(({ kind, details }) => [kind, details])).toEqual([
    ['sign_in_failed', { attempts: '15' }],
  ]);
  api().clock.travel(HOUR_MS);
  await attempt();
  expect((await logOf()).map(({ details }) => details)).toEqual([
    { attempts: '1' },
    { attempts: '15' },
  ]);
});

test("attempts on two people's accounts make an entry for each, whoever came first", async () => {
  const other = await makePerson(team);
  for (const who of [person, other, person]) await attempt(who);
  const attemptsOn = async (who: Person) => (await logOf(who)).map(({ details }) => details);
  expect(await attemptsOn(person)).toEqual([{ attempts: '2' }]);
  expect(await attemptsOn(other)).toEqual([{ attempts: '1' }]);
});

test('an address without an account gets the same job, which writes nothing', async () => {
  const jobs = async () => {
    const { rows } = await api().sql.query(
      `select payload::jsonb - 'email' as payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'security.attempt' order by j.id`,
    );
    return rows.map(({ payload }) => payload);
  };
  await attempt();
  await attempt({ ...person, email: 'nobody@example.com' });
  const [familiar, unknown] = await jobs();
  expect(unknown).toEqual(familiar);
  expect(familiar).toBeDefined();
  await runMails(api());
  expect(await jobs()).toEqual([]);
  expect(await logOf()).toHaveLength(1);
});
