import { Agent } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, makePerson, ORIGIN, PASSWORD, signIn } from '../harness/app.ts';
import { send } from '../harness/http.ts';
import { makeTeam, type Person } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { keepHouse, mailedToken, mailsTo, runMails, tokenIn } from '../mail/harness/mails.ts';
import { statementsOf } from '../trpc/harness/statements.ts';

const api = useApi();
const NEW = 'another horse battery';
let person: Person;

beforeEach(async () => {
  // The throttle no longer counts the requests of other tests.
  api().clock.travel(16 * MINUTE_MS);
  person = await makePerson(await makeTeam(api()));
});

function request(email: string, browser = new Browser(api())) {
  return browser.app.account.requestReset.mutate({ email });
}

async function reset(email = person.email): Promise<string> {
  await request(email);
  return mailedToken(api(), email);
}

function accept(token: string, browser = new Browser(api())): Promise<string> {
  return codeOf(browser.app.account.acceptLink.mutate({ token, password: NEW }));
}

function attempt(email: string, password: string): Promise<string> {
  return codeOf(new Browser(api()).app.session.signIn.mutate({ email, password }));
}

const inspect = (token: string) => codeOf(new Browser(api()).app.account.getLink.mutate({ token }));

async function count(sql: string, ...values: unknown[]): Promise<number> {
  return (await api().sql.query(sql, values)).rowCount ?? 0;
}

test('a person who has forgotten the password gets a link by mail, sets a new password and is signed in', async () => {
  const attacker = await signIn(api(), person);
  const token = await reset();
  const browser = new Browser(api());
  expect(await browser.app.account.getLink.mutate({ token })).toMatchObject({
    purpose: 'password_reset',
    email: person.email,
    next: 'set_password',
    needs_name: false,
  });
  expect(await accept(token, browser)).toBe('ok');
  expect((await browser.app.session.current.query({}))?.person.id).toBe(person.userId);
  expect(await attacker.app.session.current.query({})).toBe(null);
  expect(await attempt(person.email, PASSWORD)).toBe('wrong_credentials');
  expect(await attempt(person.email, NEW)).toBe('ok');
  await runMails(api());
  expect((await mailsTo(api(), person.email)).map(({ subject }) => subject)).toContain(
    'Ihr Passwort wurde geändert',
  );
});

test('the mail is in the language of the person', async () => {
  await api().sql.query("update person set lang = 'en' where id = $1", [person.userId]);
  await reset();
  expect((await mailsTo(api(), person.email))[0]).toMatchObject({ subject: 'Reset your password' });
});

test('a link works once, even when two use it at the same time', async () => {
  const token = await reset();
  const codes = await Promise.all([accept(token), accept(token), accept(token)]);
  expect(codes.sort()).toEqual(['link_invalid', 'link_invalid', 'ok']);
  expect(await accept(token)).toBe('link_invalid');
});

test('a link works for one hour', async () => {
  const token = await reset();
  api().clock.travel(HOUR_MS - 1);
  expect(await inspect(token)).toBe('ok');
  api().clock.travel(1);
  expect(await accept(token)).toBe('link_invalid');
});

test('only the newest reset of a person is valid', async () => {
  const first = await reset();
  api().clock.travel(1000);
  const second = await reset();
  expect(await accept(first)).toBe('link_invalid');
  expect(await accept(second)).toBe('ok');
});

test('a used link is erased in its mail', async () => {
  const token = await reset();
  await accept(token);
  const mails = await mailsTo(api(), person.email);
  expect(mails.map(({ body }) => tokenIn(body))).not.toContain(token);
  const sealed = 'select from mail where recipient = $1 and sealed_link is not null';
  expect(await count(sealed, person.email)).toBe(0);
});

test('an expired link is erased in its mail', async () => {
  await reset();
  api().clock.travel(HOUR_MS);
  await keepHouse(api());
  const sealed = 'select from mail where recipient = $1 and sealed_link is not null';
  expect(await count(sealed, person.email)).toBe(0);
});

test('the answer and the statements are the same for an unknown address as for a known one, but no mail is sent', async () => {
  const cost = async (email: string) => {
    const { result, statements } = await statementsOf(api(), () => request(email));
    return { result, statements: statements.filter((text) => !text.includes('notify')) };
  };
  const familiar = await cost(person.email);
  const unknown = await cost('nobody-has-this@example.com');
  expect(familiar.statements.length).toBeGreaterThan(2);
  expect(unknown).toEqual(familiar);
  await runMails(api());
  expect(await mailsTo(api(), 'nobody-has-this@example.com')).toEqual([]);
});

test('a flood of requests for one account sends three mails, and each request gets the same answer', async () => {
  for (let i = 0; i < 6; i += 1) {
    api().clock.travel(1000);
    expect(await request(person.email)).toEqual({ ok: true });
  }
  await runMails(api());
  expect(await mailsTo(api(), person.email)).toHaveLength(3);
  // The person can still use the newest of these links.
  expect(await accept(await mailedToken(api(), person.email))).toBe('ok');
});

test('strangers cause at most ten mails a day to an account, and a browser of the person still gets its own', async () => {
  const familiar = await signIn(api(), person);
  const mailed = () =>
    count(
      `select from graphile_worker._private_jobs
       where payload ->> 'email' = $1 and payload ->> 'kind' = 'password_reset'`,
      person.email,
    );
  for (let i = 0; i < 30; i += 1) {
    if (i % 3 === 0) api().clock.travel(16 * MINUTE_MS);
    expect(await request(person.email)).toEqual({ ok: true });
  }
  expect(await mailed()).toBe(10);
  // Housekeeping deletes the failures of a quarter of an hour, but not the requests of today.
  await keepHouse(api());
  await request(person.email);
  expect(await mailed()).toBe(10);
  await request(person.email, familiar);
  expect(await mailed()).toBe(11);
  // A browser in which somebody else has signed in does not count as a browser of this person.
  const stranger = await signIn(api(), await makePerson(await makeTeam(api())));
  await request(person.email, stranger);
  expect(await mailed()).toBe(11);
  api().clock.travel(DAY_MS);
  await request(person.email);
  expect(await mailed()).toBe(12);
});

test('a flood from one address for many accounts adds no jobs beyond its limit', async () => {
  const jobs = () =>
    count(`select from graphile_worker._private_jobs where payload ->> 'email' like 'flood-%'`);
  for (let i = 0; i < 40; i += 1) await request(`flood-${i}@example.com`);
  // Each reset adds two jobs: the mail, and the entry in the security log.
  expect(await jobs()).toBe(2 * 30);
});

test('a request finds the account by any spelling of the address, and the mail goes to the stored address', async () => {
  await request(`  ${person.email.toUpperCase()} `);
  const kelvin = await makePerson(await makeTeam(api()), { role: 'admin' });
  const stored = `kelvin-${process.pid}@example.com`;
  await api().sql.query('update person set email = $2 where id = $1', [kelvin.userId, stored]);
  // The sign of Kelvin becomes a plain k in lower case.
  await request(stored.replace('k', '\u212a'));
  expect(await mailedToken(api(), person.email)).toBeDefined();
  expect(await mailedToken(api(), stored)).toBeDefined();
  const { rows } = await api().sql.query('select recipient from mail');
  for (const { recipient } of rows) expect(recipient).toMatch(/^[\x21-\x7e]+$/);
});

test.each([
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com, b@example.com',
  '"a b"@example.com',
  '<a@example.com>',
  'ünïcode@example.com',
])('a text that is no address is refused: %j', async (email) => {
  expect(await codeOf(request(email))).toBe('validation_error');
});

test('a forged Host header does not reach the link', async () => {
  const agent = new Agent();
  const answer = await send({ port: api().port, agent }, 'POST', '/trpc/account.requestReset', {
    body: { email: person.email },
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: ORIGIN,
    },
  });
  agent.destroy();
  expect(answer.status).toBe(200);
  await runMails(api());
  const [mail] = await mailsTo(api(), person.email);
  expect(tokenIn(mail?.body)).toBeDefined();
  expect(JSON.stringify(mail)).not.toContain('evil');
});

test('a link works for its purpose only', async () => {
  const token = await reset();
  const browser = await signIn(api(), person);
  expect(await codeOf(browser.app.account.confirmEmailChange.mutate({ token }))).toBe(
    'link_invalid',
  );
  expect(await codeOf(browser.app.team.acceptInvitation.mutate({ token }))).toBe('link_invalid');
  expect(await accept(token)).toBe('ok');
});

test('session fixation: a reset makes a new session and ends the one that the browser showed', async () => {
  const attacker = await makePerson(await makeTeam(api()));
  const planted = await signIn(api(), attacker);
  const fixed = planted.session;
  const browser = new Browser(api());
  browser.session = fixed ?? '';
  expect(await accept(await reset(), browser)).toBe('ok');
  expect(browser.session).not.toBe(fixed);
  expect(await planted.app.session.current.query({})).toBe(null);
});

test('a person who was added and has never signed in sets the first password, with a name', async () => {
  const added = await (await makeTeam(api())).addMember();
  const token = await reset(added.email);
  expect(await accept(token)).toBe('validation_error');
  const { app } = new Browser(api());
  const input = { token, password: NEW, name: 'A person' };
  expect(await codeOf(app.account.acceptLink.mutate(input))).toBe('ok');
});

test('no log has the address or the token', async () => {
  const token = await reset();
  await accept(token);
  expect(api().logLines.join()).not.toContain(token);
  expect(api().logLines.join()).not.toContain(person.email);
});
