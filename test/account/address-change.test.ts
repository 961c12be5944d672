import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import {
  Browser,
  codeOf,
  errorOf,
  makePerson,
  makeSession,
  PASSWORD,
  signIn,
} from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken, mailsTo, runMails, tokenIn } from '../mail/harness/mails.ts';

const api = useApi();
let team: TestTeam;
let person: Person;
let browser: Browser;
let newEmail: string;
let count = 0;

beforeEach(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
  browser = await signIn(api(), person);
  newEmail = `new-address-${++count}@example.com`;
});

async function requested(email = newEmail): Promise<string> {
  await browser.app.account.requestEmailChange.mutate({ email });
  return mailedToken(api(), email);
}

function confirm(token: string, by = browser): Promise<string> {
  return codeOf(by.app.account.confirmEmailChange.mutate({ token }));
}

async function subjectsTo(email: string): Promise<string[]> {
  await runMails(api());
  return (await mailsTo(api(), email)).map(({ subject }) => subject);
}

test('the change needs the link that the new address gets, and the old address gets a mail at the request and at the change', async () => {
  const token = await requested();
  expect(await subjectsTo(person.email)).toEqual(['Ihre E-Mail-Adresse soll geändert werden']);
  const [notice] = await mailsTo(api(), person.email);
  expect(notice?.body).toContain(newEmail);
  expect(tokenIn(notice?.body)).toBe(undefined);
  const [request] = await mailsTo(api(), newEmail);
  expect(request?.body).not.toContain(person.email);
  expect(await browser.app.account.profile.query({})).toMatchObject({
    email: person.email,
    new_email: newEmail,
  });
  api().clock.travel(1000);
  expect(await confirm(token)).toBe('ok');
  expect(await subjectsTo(person.email)).toEqual([
    'Ihre E-Mail-Adresse wurde geändert',
    'Ihre E-Mail-Adresse soll geändert werden',
  ]);
  expect(await browser.app.account.profile.query({})).toMatchObject({
    email: newEmail,
    new_email: null,
  });
  expect(await confirm(token)).toBe('link_invalid');
});

test('after the change, the person signs in with the new address, and cannot sign in or reset with the old address', async () => {
  expect(await confirm(await requested())).toBe('ok');
  const attempt = (email: string) =>
    codeOf(new Browser(api()).app.session.signIn.mutate({ email, password: PASSWORD }));
  expect(await attempt(newEmail)).toBe('ok');
  expect(await attempt(person.email)).toBe('wrong_credentials');
  await new Browser(api()).app.account.requestReset.mutate({ email: person.email });
  expect(await subjectsTo(person.email)).not.toContain('Ihr Passwort zurücksetzen');
});

test('the teams know the member by the new address, and their audit log says that it changed', async () => {
  const other = await makeTeam(api());
  await other.addMember({ email: person.email });
  expect(await confirm(await requested())).toBe('ok');
  const { body } = await team.request('GET', `/users/${person.memberId}`);
  expect(body.email).toBe(newEmail);
  const { rows } = await api().sql.query(
    `select a.tenant_id, a.actor_kind, a.changes from audit_entry a
     where a.action = 'member.email_changed' and a.tenant_id = any ($1) order by 1`,
    [[team.tenantId, other.tenantId]],
  );
  expect(rows).toEqual(
    [team.tenantId, other.tenantId].sort().map((tenant_id) => ({
      tenant_id,
      actor_kind: 'user',
      changes: null,
    })),
  );
});

test('an address that was taken meanwhile is a conflict, and nothing changes', async () => {
  const token = await requested();
  const taken = await team.addMember({ email: newEmail });
  expect(await confirm(token)).toBe('conflict');
  const { rows } = await api().sql.query('select email from person where id = any ($1)', [
    [person.userId, taken.userId],
  ]);
  expect(rows.map(({ email }) => email).sort()).toEqual([newEmail, person.email].sort());
});

test('an address that is invited to a team of the person is a conflict too; the link works when the invitation is over', async () => {
  const token = await requested();
  const invited = await team.request('POST', '/users', { body: { email: newEmail } });
  expect(await confirm(token)).toBe('conflict');
  await team.request('DELETE', `/users/${invited.body.id}`);
  expect(await confirm(token)).toBe('ok');
});

test('of two accounts that want one address, one gets it', async () => {
  const first = await requested();
  const rival = await signIn(api(), await makePerson(team));
  await rival.app.account.requestEmailChange.mutate({ email: newEmail });
  const tokens = await mailedTokens();
  expect(tokens).toHaveLength(2);
  const second = tokens.find((token) => token !== first) ?? '';
  const codes = await Promise.all([confirm(first), confirm(second, rival)]);
  expect(codes.sort()).toEqual(['conflict', 'ok']);
});

async function mailedTokens(): Promise<string[]> {
  await runMails(api());
  return (await mailsTo(api(), newEmail)).flatMap(({ body }) => tokenIn(body) ?? []);
}

test('of several requests, the last counts, for a day', async () => {
  const first = await requested();
  api().clock.travel(1000);
  const second = await requested(`other-${newEmail}`);
  expect(await confirm(first)).toBe('link_invalid');
  api().clock.travel(DAY_MS);
  expect(await confirm(second)).toBe('link_invalid');
});

test('a new password voids the change, as the mail to the old address says', async () => {
  const token = await requested();
  await browser.app.account.changePassword.mutate({ password: PASSWORD });
  expect(await confirm(token)).toBe('link_invalid');
});

test('a confirmed change voids a reset that was sent to the old address', async () => {
  await new Browser(api()).app.account.requestReset.mutate({ email: person.email });
  const reset = await mailedToken(api(), person.email);
  expect(await confirm(await requested())).toBe('ok');
  const input = { token: reset, password: PASSWORD };
  expect(await codeOf(new Browser(api()).app.account.acceptLink.mutate(input))).toBe(
    'link_invalid',
  );
});

test('a link for a new address sets no password and joins no team', async () => {
  const token = await requested();
  const input = { token, password: PASSWORD, name: 'An attacker' };
  expect(await codeOf(new Browser(api()).app.account.acceptLink.mutate(input))).toBe(
    'link_invalid',
  );
  expect(await codeOf(browser.app.team.acceptInvitation.mutate({ token }))).toBe('link_invalid');
  expect(await confirm(token)).toBe('ok');
});

test('the present address is refused as a new one, and so is the sixth request in a quarter of an hour', async () => {
  const ask = (email: string) => codeOf(browser.app.account.requestEmailChange.mutate({ email }));
  expect(await ask(` ${person.email.toUpperCase()}`)).toBe('validation_error');
  for (let i = 0; i < 5; i += 1) expect(await ask(`${i}-${newEmail}`)).toBe('ok');
  const refused = errorOf(browser.app.account.requestEmailChange.mutate({ email: newEmail }));
  expect(await refused).toMatchObject({ code: 'rate_limited', retry_after: 900 });
  // Four in each quarter of an hour: the twenty-first of a day is refused.
  const codes: string[] = [];
  for (let i = 0; i < 16; i += 1) {
    if (i % 4 === 0) api().clock.travel(15 * MINUTE_MS);
    // The proof has run out.
    if (i % 4 === 0) browser = await makeSession(team, person);
    codes.push(await ask(`later-${i}-${newEmail}`));
  }
  expect(codes).toEqual([...Array(15).fill('ok'), 'rate_limited']);
});

test('a request is void if another change of the address comes before its worker', async () => {
  const first = await requested();
  await browser.app.account.requestEmailChange.mutate({ email: `late-${newEmail}` });
  expect(await confirm(first)).toBe('ok');
  expect(await subjectsTo(`late-${newEmail}`)).toEqual([]);
});
