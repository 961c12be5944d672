import { beforeEach, expect, test } from 'vitest';
import { Browser, codeOf, makePerson, makeSession, PASSWORD, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { mailedToken, mailsTo, runMails, tokenIn } from '../mail/harness/mails.ts';
import { Authenticator } from '../passkeys/harness/authenticator.ts';
import { addPasskey, signInWith } from '../passkeys/harness/passkeys.ts';

const api = useApi();
const NEW = 'a new horse of today';
let team: TestTeam;
let person: Person;

beforeEach(async () => {
  // The throttle no longer counts the requests of other tests.
  api().clock.travel(16 * 60_000);
  team = await makeTeam(api());
  person = await makePerson(team, { role: 'admin' });
});

const members = ({ app }: Browser) => codeOf(app.members.list.query({}));
const askReset = () => new Browser(api()).app.account.requestReset.mutate({ email: person.email });

function accept(token: string, browser = new Browser(api())): Promise<string> {
  return codeOf(browser.app.account.acceptLink.mutate({ token, password: NEW }));
}

async function rows(sql: string, ...values: unknown[]) {
  return (await api().sql.query(sql, values)).rows;
}

const logged = async (kind: string) =>
  rows('select details from security_log where person_id = $1 and kind = $2', person.userId, kind);

/** The links that mails to the person show. */
async function linksTo(email: string): Promise<string[]> {
  await runMails(api());
  return (await mailsTo(api(), email)).flatMap(({ body }) => tokenIn(body) ?? []);
}

test('a reset ends sessions, passkeys and known browsers, and its mail names what was removed', async () => {
  const attacker = await signIn(api(), person);
  const key = new Authenticator();
  await addPasskey(attacker, key, { name: 'Of an attacker' });
  await askReset();
  expect(await accept(await mailedToken(api(), person.email))).toBe('ok');
  expect(await signInWith(new Browser(api()), key)).toBe('passkey_refused');
  expect(await members(attacker)).toBe('not_signed_in');
  const devices = 'select from known_device where person_id = $1';
  // The row of the browser in which the person has set the password.
  expect(await rows(devices, person.userId)).toHaveLength(1);
  expect(await logged('passkey_removed')).toEqual([{ details: { name: 'Of an attacker' } }]);
  await runMails(api());
  const mails = await mailsTo(api(), person.email);
  const mail = mails.find(({ subject }) => subject === 'Ihr Passwort wurde geändert');
  expect(mail?.body).toContain('Of an attacker');
});

test('a new password in a session forgets other browsers, and its mail names the passkeys that stay', async () => {
  const other = await signIn(api(), person);
  const browser = await signIn(api(), person);
  const key = new Authenticator();
  await addPasskey(browser, key, { name: 'My telephone' });
  await browser.app.account.changePassword.mutate({ password: NEW });
  const devices = 'select from known_device where person_id = $1';
  expect(await rows(devices, person.userId)).toHaveLength(1);
  expect(await members(other)).toBe('not_signed_in');
  expect(await signInWith(new Browser(api()), key)).toBe('ok');
  await runMails(api());
  const mails = await mailsTo(api(), person.email);
  const mail = mails.find(({ subject }) => subject === 'Ihr Passwort wurde geändert');
  expect(mail?.body).toContain('My telephone');
});

test('a reset that was asked for before a new password gets no link after that password', async () => {
  const browser = await signIn(api(), person);
  await askReset();
  api().clock.travel(1000);
  await browser.app.account.changePassword.mutate({ password: NEW });
  expect(await linksTo(person.email)).toEqual([]);
  api().clock.travel(1000);
  await askReset();
  expect(await linksTo(person.email)).toHaveLength(1);
});

test('if a job about an account runs twice, one mail is written, and its link stays valid', async () => {
  await askReset();
  await runTwice();
  const links = await linksTo(person.email);
  expect(links).toHaveLength(1);
  expect(await accept(links[0] ?? '')).toBe('ok');
  await runTwice();
  const mails = await mailsTo(api(), person.email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Ihr Passwort wurde geändert',
    'Ihr Passwort zurücksetzen',
  ]);
});

/** Runs the jobs again, as after a worker that was killed before it reported their success. */
async function runTwice(): Promise<void> {
  const jobs = () =>
    rows(
      `select j.payload, j.last_error from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail.account'`,
    );
  const [job, ...others] = await jobs();
  expect(others).toEqual([]);
  await runMails(api());
  await rows(`select graphile_worker.add_job('mail.account', $1::json)`, job?.payload);
  await runMails(api());
  expect(await jobs()).toEqual([]);
}

test('a new address that was asked for before a reset gets no link after the reset', async () => {
  const email = `attacker-of-${person.email}`;
  const browser = await signIn(api(), person);
  await askReset();
  const reset = await mailedToken(api(), person.email);
  await browser.app.account.requestEmailChange.mutate({ email });
  api().clock.travel(1000);
  expect(await accept(reset)).toBe('ok');
  expect(await linksTo(email)).toEqual([]);
});

test('the later of two requests for a new address counts, even if their jobs run in the wrong order', async () => {
  const browser = await signIn(api(), person);
  const ask = (email: string) => browser.app.account.requestEmailChange.mutate({ email });
  const [first, last] = [`first-${person.email}`, `last-${person.email}`];
  await ask(first);
  api().clock.travel(1000);
  await ask(last);
  await api().sql.query(
    `update graphile_worker._private_jobs set priority = 1 where payload ->> 'newEmail' = $1`,
    [first],
  );
  expect(await linksTo(last)).toHaveLength(1);
  expect(await linksTo(first)).toEqual([]);
});

test('a copied cookie does nothing after a new password, not even for a moment', async () => {
  const browser = await makeSession(team, person);
  const attacker = browser.stolen();
  expect(await members(attacker)).toBe('ok');
  await browser.app.account.changePassword.mutate({ password: NEW });
  expect(await members(attacker)).toBe('not_signed_in');
  expect(await members(browser)).toBe('ok');
});

test('a token from before a proof does not work either after a new password', async () => {
  const browser = await makeSession(team, person);
  const attacker = browser.stolen();
  await browser.app.session.prove.mutate({ password: PASSWORD });
  expect(await members(attacker)).toBe('ok');
  await browser.app.account.changePassword.mutate({ password: NEW });
  expect(await members(attacker)).toBe('not_signed_in');
});

test('a person who ends all other sessions also ends copies of the own cookie', async () => {
  const browser = await makeSession(team, person);
  const attacker = browser.stolen();
  await browser.app.session.revokeOthers.mutate({});
  expect(await members(attacker)).toBe('not_signed_in');
  expect(await members(browser)).toBe('ok');
});

test('a former token that is used after its 30 seconds ends the session, and the security log has an entry', async () => {
  const browser = await makeSession(team, person);
  const attacker = browser.stolen();
  await browser.app.session.prove.mutate({ password: PASSWORD });
  api().clock.travel(31_000);
  expect(await members(browser)).toBe('ok');
  const both = [members(attacker), members(attacker)];
  expect(await Promise.all(both)).toEqual(['not_signed_in', 'not_signed_in']);
  expect(await members(browser)).toBe('not_signed_in');
  expect(await logged('former_token_used')).toHaveLength(1);
});

test('a former token that is used within its 30 seconds ends nothing', async () => {
  const browser = await makeSession(team, person);
  const former = browser.stolen();
  await browser.app.session.prove.mutate({ password: PASSWORD });
  api().clock.travel(29_000);
  expect(await members(former)).toBe('ok');
  expect(await members(browser)).toBe('ok');
  expect(await logged('former_token_used')).toEqual([]);
});

test('an invitation that cannot be accepted leaves no account', async () => {
  const email = `refused-${person.email}`;
  await team.request('POST', '/users', { body: { email } });
  const token = await mailedToken(api(), email);
  const without = codeOf(
    new Browser(api()).app.account.acceptLink.mutate({ token, password: NEW }),
  );
  expect(await without).toBe('validation_error');
  await team.set({ status: 'suspended' });
  const input = { token, password: NEW, name: 'A person' };
  const { app } = new Browser(api());
  expect(await codeOf(app.account.acceptLink.mutate(input))).toBe('team_suspended');
  expect(await rows('select from person where email = $1', email)).toEqual([]);
  await team.set({ status: 'active' });
  expect(await codeOf(app.account.acceptLink.mutate(input))).toBe('ok');
});

test('a person who loses a race for a link reads the same as a later visitor', async () => {
  const email = `raced-${person.email}`;
  await team.request('POST', '/users', { body: { email } });
  const token = await mailedToken(api(), email);
  const use = () => {
    const input = { token, password: NEW, name: 'A person' };
    return codeOf(new Browser(api()).app.account.acceptLink.mutate(input));
  };
  const codes = await Promise.all([use(), use(), use()]);
  expect(codes.sort()).toEqual(['link_invalid', 'link_invalid', 'ok']);
  expect(await use()).toBe('link_invalid');
});

test('an invitation is accepted only with the address that the account has at that moment', async () => {
  const other = await makeTeam(api());
  const invited = await other.request('POST', '/users', { body: { email: person.email } });
  expect(invited.status).toBe(201);
  const token = await mailedToken(api(), person.email);
  const browser = await makeSession(team, person);
  const holder = await api().sql.connect();
  try {
    await holder.query('begin');
    await holder.query('select from person where id = $1 for update', [person.userId]);
    const joining = codeOf(browser.app.team.acceptInvitation.mutate({ token }));
    await waitingBackend(api().sql, 'person');
    const set = 'update person set email = $2 where id = $1';
    await holder.query(set, [person.userId, `changed-${person.email}`]);
    await holder.query('commit');
    expect(await joining).toBe('forbidden');
  } finally {
    holder.release();
  }
});
