import { beforeEach, expect, test } from 'vitest';
import { addMember } from '../../src/features/members/add-member.ts';
import { MINUTE_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, makePerson, makeSession, PASSWORD, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { keepHouse, mailedToken, mailsTo, runMails, tokenIn } from '../mail/harness/mails.ts';
import { Authenticator } from '../passkeys/harness/authenticator.ts';
import { addPasskey, signInWith } from '../passkeys/harness/passkeys.ts';
import { undoing } from './harness/undoing.ts';

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
  newEmail = `attacker-${++count}@example.com`;
});

const change = (email = newEmail, by = browser) => changeAddress({ email, by });
const undoToken = () => mailedToken(api(), person.email);

test('a new address is confirmed only in a session of the person', async () => {
  await browser.app.account.requestEmailChange.mutate({ email: newEmail });
  const token = await mailedToken(api(), newEmail);
  const confirm = ({ app }: Browser) => codeOf(app.account.confirmEmailChange.mutate({ token }));
  expect(await confirm(new Browser(api()))).toBe('not_signed_in');
  expect(await confirm(await makeSession(team, await makePerson(team)))).toBe('forbidden');
  expect(await addressOf(person)).toBe(person.email);
  expect(await confirm(browser)).toBe('ok');
});

test('the link undoes the change with the former password, whatever the attacker has changed since', async () => {
  await change();
  const token = await undoToken();
  const attacker = browser;
  const key = new Authenticator();
  await addPasskey(attacker, key, { name: 'Of an attacker' });
  await attacker.app.account.changePassword.mutate({ password: NEW });
  expect(await undo(token, NEW)).toBe('wrong_credentials');
  const { app, cookies } = new Browser(api());
  expect(
    await codeOf(app.account.undoEmailChange.mutate({ token, proof: { password: PASSWORD } })),
  ).toBe('ok');
  expect(cookies.size).toBe(0);
  expect(await addressOf(person)).toBe(person.email);
  const { body } = await team.request('GET', `/users/${person.memberId}`);
  expect(body.email).toBe(person.email);
  expect(await attacker.app.session.current.query({})).toBe(null);
  expect(await signInWith(new Browser(api()), key)).toBe('passkey_refused');
  expect(await attempt(newEmail, NEW)).toBe('wrong_credentials');
  expect(await attempt(person.email, NEW)).toBe('wrong_credentials');
  expect(await attempt(person.email, PASSWORD)).toBe('ok');
  expect(await undo(token)).toBe('link_invalid');
});

test('both addresses get a mail about what was undone, removed and left', async () => {
  const mine = new Authenticator();
  await addPasskey(browser, mine, { name: 'My telephone' });
  await change();
  await addPasskey(browser, new Authenticator(), { name: 'Of an attacker' });
  expect(await undoWithPasskey(await undoToken(), mine)).toBe('ok');
  expect(await signInWith(new Browser(api()), mine)).toBe('ok');
  await runMails(api());
  const mails = await mailsTo(api(), person.email);
  const again = 'Ihre frühere E-Mail-Adresse gilt wieder';
  const restored = mails.find(({ subject }) => subject === again);
  expect(restored?.body).toMatch(/entfernt\..*Of an attacker.*weiterhin.*My telephone/s);
  const gone = 'Diese E-Mail-Adresse gilt nicht mehr für Ihr Konto';
  const over = (await mailsTo(api(), newEmail)).find(({ subject }) => subject === gone);
  expect(over?.body).toContain(newEmail);
  expect(over?.body).not.toContain(person.email);
});

test('neither a passkey from after the change nor one of somebody else can undo it', async () => {
  await change();
  const [later, foreign] = [new Authenticator(), new Authenticator()];
  await addPasskey(browser, later);
  await addPasskey(await makeSession(team, await makePerson(team)), foreign);
  const token = await undoToken();
  expect(await undoWithPasskey(token, later)).toBe('passkey_refused');
  expect(await undoWithPasskey(token, foreign)).toBe('passkey_refused');
  expect(await addressOf(person)).toBe(newEmail);
});

test('without a proof the link only ends all sessions, and can still undo the change afterwards', async () => {
  await change();
  const token = await undoToken();
  const stranger = new Browser(api());
  await stranger.app.account.endSessionsByLink.mutate({ token });
  expect(stranger.cookies.size).toBe(0);
  expect(await browser.app.session.current.query({})).toBe(null);
  expect(await addressOf(person)).toBe(newEmail);
  expect(await undo(token)).toBe('ok');
});

test('the link writes no entry in the security log when it ends no session', async () => {
  await change();
  const token = await undoToken();
  const end = () => new Browser(api()).app.account.endSessionsByLink.mutate({ token });
  await end();
  await end();
  const { app } = await makeSession(team, person);
  const { data } = await app.account.securityLog.query({});
  expect(data.filter(({ kind }) => kind === 'sessions_revoked')).toHaveLength(1);
});

test('to open the link changes nothing', async () => {
  await change();
  const token = await undoToken();
  const shown = await new Browser(api()).app.account.getLink.mutate({ token });
  expect(shown).toMatchObject({ purpose: 'email_undo', next: 'undo', email: person.email });
  expect(JSON.stringify(shown)).not.toContain(newEmail);
  expect(await browser.app.session.current.query({})).not.toBe(null);
});

test('the holder of the link cannot use it to guess the password', async () => {
  await change();
  const token = await undoToken();
  for (let i = 0; i < 10; i += 1) expect(await undo(token, `wrong ${i}`)).toBe('wrong_credentials');
  expect(await undo(token)).toBe('wrong_credentials');
  api().clock.travel(16 * MINUTE_MS);
  expect(await undo(token)).toBe('ok');
});

test('only the first of several changes can be undone, so that no later change gives the account back to the attacker', async () => {
  await change();
  const token = await undoToken();
  await change(`second-${newEmail}`);
  await runMails(api());
  const links = (await mailsTo(api(), newEmail)).flatMap(({ body }) => tokenIn(body) ?? []);
  expect(links).toEqual([]);
  expect(await undo(token)).toBe('ok');
  expect(await addressOf(person)).toBe(person.email);
});

test('a later change from the same address adds no link, and leaves the first one', async () => {
  await change();
  const token = await undoToken();
  api().clock.travel(1000);
  await change(person.email);
  const linksToPerson = async () => {
    await runMails(api());
    return (await mailsTo(api(), person.email)).filter(({ body }) => tokenIn(body)).length;
  };
  const before = await linksToPerson();
  await change(`third-${newEmail}`);
  expect(await linksToPerson()).toBe(before);
  expect(await undo(token)).toBe('ok');
});

test('for seven days nobody else can take the address, and afterwards anybody can', async () => {
  await change();
  const rival = await makeSession(team, await makePerson(team));
  await rival.app.account.requestEmailChange.mutate({ email: person.email });
  const taking = { token: await rivalToken() };
  expect(await codeOf(rival.app.account.confirmEmailChange.mutate(taking))).toBe('conflict');
  const other = await makeTeam(api());
  const add = () => other.do((call) => addMember(call, { email: person.email }));
  await expect(add()).rejects.toMatchObject({ code: 'conflict' });
  const invited = await other.request('POST', '/users', { body: { email: person.email } });
  const token = await mailedToken(api(), person.email);
  const accept = { token, password: NEW, name: 'A rival' };
  const { app } = new Browser(api());
  expect(await codeOf(app.account.acceptLink.mutate(accept))).toBe('conflict');
  await other.request('DELETE', `/users/${invited.body.id}`);
  api().clock.travel(WEEK_MS);
  await add();
});

test('only the person can take the former address back in these seven days', async () => {
  await change();
  await runMails(api());
  api().clock.travel(1000);
  await change(person.email);
  expect(await addressOf(person)).toBe(person.email);
});

/** The link of a change to the address has come later than that which undoes the former one. */
async function rivalToken(): Promise<string> {
  await runMails(api());
  const mails = await mailsTo(api(), person.email);
  const mail = mails.find(({ subject }) => subject === 'Ihre neue E-Mail-Adresse bestätigen');
  return tokenIn(mail?.body) ?? '';
}

test('the link works for seven days; then the former address and password are erased', async () => {
  await change();
  const token = await undoToken();
  api().clock.travel(WEEK_MS - 1001);
  expect(await codeOf(new Browser(api()).app.account.getLink.mutate({ token }))).toBe('ok');
  api().clock.travel(1);
  expect(await undo(token)).toBe('link_invalid');
  await keepHouse(api());
  const { rows } = await api().sql.query(
    `select former_email, former_email_until, former_password_hash,
       password_hash_at_change from person where id = $1`,
    [person.userId],
  );
  expect(rows).toEqual([
    {
      former_email: null,
      former_email_until: null,
      former_password_hash: null,
      password_hash_at_change: null,
    },
  ]);
});

test('an invitation to the former address in a team of the person does not prevent the undoing', async () => {
  await change();
  const token = await undoToken();
  const invited = await team.request('POST', '/users', { body: { email: person.email } });
  expect(invited.status).toBe(201);
  expect(await undo(token)).toBe('ok');
  const { rows } = await api().sql.query('select status from member where id = $1', [
    invited.body.id,
  ]);
  expect(rows).toEqual([{ status: 'removed' }]);
});

test('an invitation to the former address in a team that has removed the person stays', async () => {
  const former = await makeTeam(api());
  const { memberId } = await former.addMember({ email: person.email });
  await former.request('DELETE', `/users/${memberId}`);
  await change();
  const token = await undoToken();
  const { body } = await former.request('POST', '/users', { body: { email: person.email } });
  expect(await undo(token)).toBe('ok');
  const found = await former.request('GET', `/users/${body.id}`);
  expect([found.status, found.body.status]).toEqual([200, 'invited']);
});

test('neither a change nor its undoing concerns a team that has removed the person', async () => {
  const former = await makeTeam(api());
  const { memberId } = await former.addMember({ email: person.email });
  await former.request('DELETE', `/users/${memberId}`);
  await change();
  expect(await undo(await undoToken())).toBe('ok');
  api().clock.travel(1000);
  await change(`again-${newEmail}`, await signIn(api(), person));
  const ofTeam = [former.tenantId];
  const members = await api().sql.query(
    'select email from member where tenant_id = $1 and user_id is not null and email = $2',
    [...ofTeam, person.email],
  );
  expect(members.rowCount).toBe(1);
  const audit = await api().sql.query(
    `select from audit_entry where tenant_id = $1 and action = 'member.email_changed'`,
    ofTeam,
  );
  expect(audit.rowCount).toBe(0);
});

test('a change after the seven days has its own link, even before housekeeping has run', async () => {
  await change();
  api().clock.travel(WEEK_MS);
  await change(`second-${newEmail}`, await makeSession(team, person));
  expect(await undo(await mailedToken(api(), newEmail))).toBe('ok');
  expect(await addressOf(person)).toBe(newEmail);
});

test('the undoing makes the link invalid with which the attacker could set a password again', async () => {
  await change();
  const token = await undoToken();
  await new Browser(api()).app.account.requestReset.mutate({ email: newEmail });
  const reset = { token: await mailedToken(api(), newEmail), password: NEW };
  expect(await undo(token)).toBe('ok');
  const { app } = new Browser(api());
  expect(await codeOf(app.account.acceptLink.mutate(reset))).toBe('link_invalid');
  expect(await attempt(person.email, PASSWORD)).toBe('ok');
});
