import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Passwords } from '../../src/auth/passwords.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, makePerson, makeSession, PASSWORD, signIn } from '../harness/app.ts';
import { forgetRaised, raisedIn } from '../harness/raised.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();
let team: TestTeam;
let people = 0;

beforeEach(async () => {
  team = await makeTeam(api());
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function invite(to: { team?: TestTeam; email?: string; role?: 'admin' } = {}) {
  const email = to.email ?? `joins-${++people}@example.com`;
  const body = { email, ...(to.role ? { role: to.role } : {}) };
  const answer = await (to.team ?? team).request('POST', '/users', { body });
  expect(answer.status).toBe(201);
  const token = await mailedToken(api(), email);
  return { email, token, memberId: answer.body.id as string };
}

function accept(token: string, browser = new Browser(api())): Promise<string> {
  const input = { token, password: PASSWORD, name: 'New colleague' };
  return codeOf(browser.app.account.acceptLink.mutate(input));
}

function join(token: string, browser: Browser): Promise<string> {
  return codeOf(browser.app.team.acceptInvitation.mutate({ token }));
}

async function rows(sql: string, ...values: unknown[]) {
  return (await api().sql.query(sql, values)).rows;
}

test('a person without an account accepts: account, membership, and a session in the team', async () => {
  const { email, token, memberId } = await invite({ role: 'admin' });
  const browser = new Browser(api());
  expect(await browser.app.account.getLink.mutate({ token })).toMatchObject({
    purpose: 'invitation',
    next: 'set_password',
    needs_name: true,
  });
  expect(await accept(token, browser)).toBe('ok');
  expect(await browser.app.session.current.query({})).toMatchObject({
    person: { email, name: 'New colleague' },
    team: { id: team.tenantId, member_id: memberId, role: 'admin' },
  });
  const { body } = await team.request('GET', `/users/${memberId}`);
  expect(body).toMatchObject({
    status: 'active',
    user_id: expect.any(String),
    joined_at: expect.any(String),
  });
  expect(
    await rows(
      'select actor_kind, actor_id from audit_entry where target_id = $1 and action = $2',
      memberId,
      'member.accepted',
    ),
  ).toEqual([{ actor_kind: 'user', actor_id: memberId }]);
  expect(await accept(token)).toBe('link_invalid');
});

test('D168: the language of the profile is that of the member in each team, also in one that the person joins later', async () => {
  const person = await makePerson(team);
  const browser = await makeSession(team, person);
  const memberLanguages = () =>
    rows('select lang from member where user_id = $1 order by created_at', person.userId);
  const { version } = await browser.app.account.profile.query({});
  await browser.app.account.changeProfile.mutate({ version, lang: 'en' });
  expect(await memberLanguages()).toEqual([{ lang: 'en' }]);
  const { token } = await invite({ team: await makeTeam(api()), email: person.email });
  expect(await join(token, browser)).toBe('ok');
  expect(await memberLanguages()).toEqual([{ lang: 'en' }, { lang: 'en' }]);
});

test('D104: an acceptance raises no second member.joined', async () => {
  await team.request('POST', '/webhook-endpoints', {
    body: { url: 'https://hooks.example.com', events: ['member.joined'] },
  });
  const { token } = await invite();
  expect((await raisedIn(team)).events).toHaveLength(1);
  await forgetRaised(team);
  expect(await accept(token)).toBe('ok');
  expect((await raisedIn(team)).events).toEqual([]);
});

test('a person with an account signs in and accepts; the link alone gives no access to the account', async () => {
  const person = await makePerson(await makeTeam(api()));
  const { token, memberId } = await invite({ email: person.email });
  const browser = new Browser(api());
  expect(await browser.app.account.getLink.mutate({ token })).toMatchObject({
    next: 'sign_in',
  });
  expect(await accept(token, browser)).toBe('account_exists');
  expect(browser.session).toBe(undefined);
  expect(await join(token, browser)).toBe('not_signed_in');
  const own = await signIn(api(), person);
  const before = own.session;
  expect(await join(token, own)).toBe('ok');
  expect(own.session).not.toBe(before);
  expect(await own.app.session.current.query({})).toMatchObject({
    team: { id: team.tenantId, member_id: memberId },
    teams: [{}, {}],
  });
  expect(await join(token, own)).toBe('link_invalid');
});

test("another person's invitation is refused, and stays valid", async () => {
  const { token } = await invite();
  const other = await signIn(api(), await makePerson(await makeTeam(api())));
  expect(await join(token, other)).toBe('forbidden');
  expect(await accept(token)).toBe('ok');
});

test('an invitation that was withdrawn, or whose member was removed, no longer works', async () => {
  const person = await makePerson(await makeTeam(api()));
  const [first, second] = [await invite(), await invite({ email: person.email })];
  for (const { memberId } of [first, second]) {
    expect((await team.request('DELETE', `/users/${memberId}`)).status).toBe(200);
  }
  expect(await accept(first.token)).toBe('link_invalid');
  expect(await join(second.token, await signIn(api(), person))).toBe('link_invalid');
  expect(await rows('select id from person where email = $1', first.email)).toEqual([]);
});

test('if an invitation is accepted and withdrawn at the same time, one of the two counts', async () => {
  const { token, memberId } = await invite();
  const [code] = await Promise.all([accept(token), team.request('DELETE', `/users/${memberId}`)]);
  const [member] = await rows('select status, user_id from member where id = $1', memberId);
  // The acceptance came first, and an active member was removed.
  expect(member.status).toBe('removed');
  expect(code === 'ok').toBe(member.user_id !== null);
});

test('a link that is used twice at the same time works once, with an account and without', async () => {
  const without = await invite();
  const codes = await Promise.all([accept(without.token), accept(without.token)]);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  const person = await makePerson(await makeTeam(api()));
  const { token } = await invite({ email: person.email });
  const [one, two] = [await signIn(api(), person), await signIn(api(), person)];
  expect((await Promise.all([join(token, one), join(token, two)])).sort()).toEqual([
    'link_invalid',
    'ok',
  ]);
});

test('two teams invite one new person: the first acceptance makes the account, the second needs it', async () => {
  const other = await makeTeam(api());
  const email = `of-two-teams-${process.pid}@example.com`;
  const [first, second] = [await invite({ email }), await invite({ team: other, email })];
  const [one, two] = [new Browser(api()), new Browser(api())];
  const codes = await Promise.all([accept(first.token, one), accept(second.token, two)]);
  expect(codes.sort()).toEqual(['account_exists', 'ok']);
  const [browser, left] = one.session ? [one, second] : [two, first];
  expect(await join(left.token, browser)).toBe('ok');
  expect((await browser.app.session.current.query({}))?.teams).toHaveLength(2);
});

test('a link whose acceptance fails makes ten hashes of passwords in a quarter of an hour', async () => {
  const { token } = await invite();
  await team.set({ status: 'suspended' });
  const hash = vi.spyOn(Passwords.prototype, 'hash');
  const ends: string[] = [];
  for (let n = 0; n < 12; n++) ends.push(await accept(token));
  expect(ends).toEqual([...Array(10).fill('team_suspended'), ...Array(2).fill('rate_limited')]);
  expect(hash).toHaveBeenCalledTimes(10);
  api().clock.travel(16 * MINUTE_MS);
  await team.set({ status: 'active' });
  expect(await accept(token)).toBe('ok');
});

test('a suspended team accepts nobody until it is active again, and an ended team never accepts anybody', async () => {
  const { token } = await invite();
  await team.set({ status: 'suspended' });
  expect(await accept(token)).toBe('team_suspended');
  await team.set({ status: 'active' });
  expect(await accept(token)).toBe('ok');
  const late = await invite();
  await team.set({ status: 'ended' });
  expect(await accept(late.token)).toBe('link_invalid');
});

test('the role is that of the moment of acceptance, not of the mail', async () => {
  const { token, memberId } = await invite();
  await team.request('PATCH', `/users/${memberId}`, { body: { role: 'admin' } });
  const browser = new Browser(api());
  expect(await accept(token, browser)).toBe('ok');
  expect((await browser.app.session.current.query({}))?.team?.role).toBe('admin');
});

test('an invitation can be used for nothing else', async () => {
  const { token } = await invite();
  const { app } = await makeSession(team, await makePerson(team));
  expect(await codeOf(app.account.confirmEmailChange.mutate({ token }))).toBe('link_invalid');
});

test('after accepting, the person begins in the inviting team, even if another came first', async () => {
  const first = await makeTeam(api());
  const { email, token } = await invite();
  await first.do((call) => addMember(call, { email }));
  const browser = new Browser(api());
  expect(await accept(token, browser)).toBe('ok');
  const session = await browser.app.session.current.query({});
  expect(session?.team?.id).toBe(team.tenantId);
  expect(session?.teams).toHaveLength(2);
});
