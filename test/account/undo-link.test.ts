import { beforeEach, expect, test } from 'vitest';
import { hashed } from '../../src/features/session/charge-attempt.ts';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';
import { undoing } from './harness/undoing.ts';

// Tests of the link that undoes a change of the address: whose session it leaves, and what an attacker cannot stop.

const api = useApi();
const { changeAddress, undo, attempt } = undoing(api);
let team: TestTeam;
let person: Person;
let attacker: Browser;
let newEmail: string;
let token: string;
let count = 0;

beforeEach(async () => {
  api().clock.travel(16 * MINUTE_MS);
  team = await makeTeam(api());
  person = await makePerson(team);
  attacker = await makeSession(team, person);
  newEmail = `takes-over-${++count}@example.com`;
  await changeAddress({ email: newEmail, by: attacker });
  token = await mailedToken(api(), person.email);
});

const whoIn = async ({ app }: Browser) => (await app.session.current.query({}))?.person.id;

test('the link does not sign out another person who opens it in the own browser', async () => {
  const colleague = await makePerson(team);
  const browser = await makeSession(team, colleague);
  await browser.app.account.endSessionsByLink.mutate({ token });
  expect(await whoIn(browser)).toBe(colleague.userId);
  expect(await whoIn(attacker)).toBe(undefined);
  expect(await undo(token, PASSWORD, browser)).toBe('ok');
  expect(await whoIn(browser)).toBe(colleague.userId);
});

test('the link signs out the browser of the person, and removes its session cookie', async () => {
  await attacker.app.account.endSessionsByLink.mutate({ token });
  expect(attacker.session).toBe(undefined);
  const other = await makeSession(team, person);
  expect(await undo(token, PASSWORD, other)).toBe('ok');
  expect(other.session).toBe(undefined);
});

test('an attacker with a session cannot use up the proofs that the person needs for the undoing', async () => {
  const guess = () =>
    codeOf(attacker.app.session.prove.mutate({ password: 'a guess of the attacker' }));
  expect(await guess()).toBe('wrong_credentials');
  const used = `password_used:${hashed(person.userId)}`;
  const counted = await api().sql.query(
    'update sign_in_throttle set failures = 60 where subject = $1',
    [used],
  );
  expect(counted.rowCount).toBe(1);
  expect(await guess()).toBe('rate_limited');
  expect(await undo(token)).toBe('ok');
});

test('an attacker who sets a password by a reset at the new address does not stop the undoing', async () => {
  await new Browser(api()).app.account.requestReset.mutate({ email: newEmail });
  const reset = { token: await mailedToken(api(), newEmail), password: 'a horse of the attacker' };
  expect(await codeOf(new Browser(api()).app.account.acceptLink.mutate(reset))).toBe('ok');
  expect(await undo(token)).toBe('ok');
  expect(await attempt(person.email, reset.password)).toBe('wrong_credentials');
  expect(await attempt(person.email, PASSWORD)).toBe('ok');
});
