import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { Browser, makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';
import { Authenticator } from '../passkeys/harness/authenticator.ts';
import { addPasskey } from '../passkeys/harness/passkeys.ts';
import { undoing } from './harness/undoing.ts';

// The person or an attacker sets a new password shortly before a change of the address (P487).

const api = useApi();
const { changeAddress, undo, undoWithPasskey, attempt, addressOf } = undoing(api);
const NEW = 'a new horse of today';
let team: TestTeam;
let person: Person;
let browser: Browser;
let newEmail: string;
let count = 0;

beforeEach(async () => {
  api().clock.travel(16 * MINUTE_MS);
  team = await makeTeam(api());
  person = await makePerson(team, { role: 'admin' });
  browser = await makeSession(team, person);
  newEmail = `sets-first-${++count}@example.com`;
});

const change = (by = browser) => changeAddress({ email: newEmail, by });
const undoToken = () => mailedToken(api(), person.email);

test.each(['password', 'passkey'])(
  'an attacker who sets a password before the change does not stop the former %s',
  async (kind) => {
    const mine = new Authenticator();
    await addPasskey(browser, mine);
    await browser.app.account.changePassword.mutate({ password: NEW });
    await browser.app.account.changePassword.mutate({ password: `${NEW} again` });
    await change();
    const token = await undoToken();
    expect(await (kind === 'password' ? undo(token) : undoWithPasskey(token, mine))).toBe('ok');
    expect(await addressOf(person)).toBe(person.email);
    expect(await attempt(person.email, `${NEW} again`)).toBe('wrong_credentials');
    expect(await attempt(person.email, PASSWORD)).toBe('ok');
  },
);

test('a person who set a new password in the last days undoes a change with it, and keeps it', async () => {
  await browser.app.account.changePassword.mutate({ password: NEW });
  api().clock.travel(6 * DAY_MS);
  await change(await makeSession(team, person));
  const token = await undoToken();
  api().clock.travel(6 * DAY_MS);
  expect(await undo(token, NEW)).toBe('ok');
  expect(await attempt(person.email, NEW)).toBe('ok');
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
});

/** A session of an attacker, which began after the person had set the present password. */
async function attacker(): Promise<Browser> {
  api().clock.travel(1_000);
  return makeSession(team, person);
}

test('the password at the moment of the change undoes it, whatever the attacker sets later; the one before does not', async () => {
  await browser.app.account.changePassword.mutate({ password: NEW });
  const theirs = await attacker();
  await change(theirs);
  await theirs.app.account.changePassword.mutate({ password: `${NEW} of an attacker` });
  const token = await undoToken();
  expect(await undo(token)).toBe('wrong_credentials');
  expect(await undo(token, `${NEW} of an attacker`)).toBe('wrong_credentials');
  expect(await undo(token, NEW)).toBe('ok');
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  expect(await attempt(person.email, NEW)).toBe('ok');
});

test('a password that the person has replaced is not kept when an attacker sets the next one', async () => {
  await browser.app.account.changePassword.mutate({ password: NEW });
  const theirs = await attacker();
  await theirs.app.account.changePassword.mutate({ password: `${NEW} of an attacker` });
  await change(theirs);
  const token = await undoToken();
  expect(await undo(token)).toBe('wrong_credentials');
  expect(await undo(token, NEW)).toBe('ok');
  expect(await attempt(person.email, NEW)).toBe('ok');
});

test('a passkey brings back the password at the moment of the change', async () => {
  const mine = new Authenticator();
  await browser.app.account.changePassword.mutate({ password: NEW });
  await addPasskey(browser, mine);
  const theirs = await attacker();
  await change(theirs);
  await theirs.app.account.changePassword.mutate({ password: `${NEW} of an attacker` });
  expect(await undoWithPasskey(await undoToken(), mine)).toBe('ok');
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  expect(await attempt(person.email, NEW)).toBe('ok');
});

test('a session that sets a password and then changes the address may have been stolen in between', async () => {
  await browser.app.account.changePassword.mutate({ password: NEW });
  await change();
  await browser.app.account.changePassword.mutate({ password: `${NEW} of an attacker` });
  const token = await undoToken();
  expect(await undo(token, `${NEW} of an attacker`)).toBe('wrong_credentials');
  expect(await undo(token, NEW)).toBe('ok');
  expect(await attempt(person.email, NEW)).toBe('ok');
});

test('after a reset, the former password undoes no change', async () => {
  await browser.app.account.changePassword.mutate({ password: NEW });
  await new Browser(api()).app.account.requestReset.mutate({ email: person.email });
  const reset = { token: await mailedToken(api(), person.email), password: `${NEW} 2` };
  await new Browser(api()).app.account.acceptLink.mutate(reset);
  await change(await makeSession(team, person));
  const token = await undoToken();
  expect(await undo(token)).toBe('wrong_credentials');
  expect(await undo(token, `${NEW} 2`)).toBe('ok');
});
