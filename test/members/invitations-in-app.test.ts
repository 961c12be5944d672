import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, codeOf, makeSession } from '../harness/app.ts';
import { auditOf, insertInvited } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let counter = 0;

beforeAll(async () => {
  team = await makeTeam(api(), { seats: 1_000, rateLimit: 1_000_000 });
  owner = await longSession();
});

function invite(browser = owner): Promise<{ id: string }> {
  counter += 1;
  return browser.app.members.invite.mutate({ email: `invited-${counter}@example.com` });
}

const longSession = () => makeSession(team, team.owner, { expiresAt: new Date(Date.UTC(2100, 0)) });
/** Three browsers, because one browser sends simultaneous calls together, and they run one after another. */
const threeBrowsers = () => Promise.all([longSession(), longSession(), longSession()]);

const overRest = async () => {
  counter += 1;
  const body = { email: `invited-${counter}@example.com` };
  return (await team.request('POST', '/users', { body })).status;
};

test('the app may invite 60 in an hour, beside the 60 of POST /users (D59, D60)', async () => {
  for (let i = 0; i < 59; i++) await invite();
  expect(await overRest()).toBe(201);
  const browsers = await threeBrowsers();
  const atOnce = await Promise.all(browsers.map((browser) => codeOf(invite(browser))));
  expect(atOnce.sort()).toEqual(['ok', 'rate_limited', 'rate_limited']);
  expect(await overRest()).toBe(201);
  api().clock.travel(59 * 60_000);
  expect(await codeOf(invite())).toBe('rate_limited');
  api().clock.travel(60_000);
  expect(await codeOf(invite())).toBe('ok');
});

test('members who are added without an invitation do not count', async () => {
  api().clock.travel(60 * 60_000);
  for (let i = 0; i < 61; i++) await team.addMember();
  expect(await codeOf(invite())).toBe('ok');
});

test("an invitation without a language is in the team's first language, over REST in German (D113)", async () => {
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

describe('an invitation that is sent again', () => {
  const again = (member_id: string, browser = owner) =>
    codeOf(browser.app.members.inviteAgain.mutate({ member_id }));
  const jobs = async (id: string) => {
    const { rows } = await api().sql.query(
      `select payload from graphile_worker._private_jobs where payload ->> 'member' = $1`,
      [id],
    );
    return rows.length;
  };

  test('goes to a person once in an hour, and is valid from then on', async () => {
    api().clock.travel(60 * 60_000);
    const { id } = await invite();
    expect(await jobs(id)).toBe(1);
    expect(await again(id)).toBe('rate_limited');
    expect(await jobs(id)).toBe(1);
    api().clock.travel(8 * 24 * 60 * 60_000);
    owner = await longSession();
    const find = async () => {
      const { data } = await owner.app.members.list.query({ limit: '200' });
      return data.find((entry) => entry.id === id)?.invitation?.expired;
    };
    expect(await find()).toBe(true);
    const codes = await Promise.all((await threeBrowsers()).map((browser) => again(id, browser)));
    expect(codes.sort()).toEqual(['ok', 'rate_limited', 'rate_limited']);
    expect(await find()).toBe(false);
    expect(await jobs(id)).toBe(2);
    expect(await auditOf(team, id)).toContainEqual({
      action: 'member.invited_again',
      changes: null,
    });
  });

  test('counts as one of the 60, even if the API has made the invitation', async () => {
    api().clock.travel(60 * 60_000);
    const { body } = await team.request('POST', '/users', { body: { email: 'api@example.com' } });
    api().clock.travel(60 * 60_000);
    for (let i = 0; i < 59; i++) await invite();
    expect(await again(body.id)).toBe('ok');
    expect(await codeOf(invite())).toBe('rate_limited');
    const waiting = await insertInvited(team, { created_at: '2026-01-01T00:00:00Z' });
    expect(await again(waiting)).toBe('rate_limited');
  });

  test('is refused for a person who has joined, was removed, or is of another team', async () => {
    api().clock.travel(60 * 60_000);
    const { memberId } = await team.addMember();
    expect(await again(memberId)).toBe('conflict');
    const gone = await insertInvited(team, { created_at: '2026-01-01T00:00:00Z' });
    await owner.app.members.withdrawInvitation.mutate({ member_id: gone });
    expect(await again(gone)).toBe('not_found');
    const other = await makeTeam(api());
    const foreign = await insertInvited(other, { created_at: '2026-01-01T00:00:00Z' });
    expect(await again(foreign)).toBe('not_found');
  });
});

test('the link of an invitation ends when the invitation is sent again or withdrawn', async () => {
  const own = await makeTeam(api());
  const session = await makeSession(own, own.owner);
  const email = 'link@example.com';
  const { id: member_id } = await session.app.members.invite.mutate({ email });
  const inspect = (token: string) =>
    codeOf(new Browser(api()).app.account.getLink.mutate({ token }));
  const first = await mailedToken(api(), email);
  api().clock.travel(60 * 60_000);
  const later = await makeSession(own, own.owner);
  await later.app.members.inviteAgain.mutate({ member_id });
  const second = await mailedToken(api(), email);
  expect([await inspect(first), await inspect(second)]).toEqual(['link_invalid', 'ok']);
  await later.app.members.withdrawInvitation.mutate({ member_id });
  expect(await inspect(second)).toBe('link_invalid');
});

describe('a withdrawn invitation', () => {
  const withdraw = (member_id: string) =>
    codeOf(owner.app.members.withdrawInvitation.mutate({ member_id }));

  test('frees the seat and the address, and its mail is no longer written', async () => {
    api().clock.travel(60 * 60_000);
    const { id } = await owner.app.members.invite.mutate({ email: 'changed-mind@example.com' });
    const { seats_taken } = await owner.app.team.get.query({});
    expect(await withdraw(id)).toBe('ok');
    expect((await owner.app.team.get.query({})).seats_taken).toBe(seats_taken - 1);
    expect(await withdraw(id)).toBe('not_found');
    expect(
      await codeOf(owner.app.members.invite.mutate({ email: 'changed-mind@example.com' })),
    ).toBe('ok');
  });

  test('frees a seat in a full team, where even an expired invitation keeps its seat (D106)', async () => {
    const full = await makeTeam(api(), { seats: 2 });
    const id = await insertInvited(full, { created_at: '2026-01-01T00:00:00Z' });
    const session = await makeSession(full, full.owner);
    const next = () => codeOf(session.app.members.invite.mutate({ email: 'next@example.com' }));
    expect(await next()).toBe('seat_limit_reached');
    await session.app.members.withdrawInvitation.mutate({ member_id: id });
    expect(await next()).toBe('ok');
    expect(await next()).toBe('conflict');
  });

  test('cannot be used to remove a member without a fresh proof', async () => {
    const { memberId } = await team.addMember();
    const unproved = await makeSession(team, team.owner, { provedAt: null });
    expect(
      await codeOf(unproved.app.members.withdrawInvitation.mutate({ member_id: memberId })),
    ).toBe('conflict');
  });
});

test('inviting an admin needs a fresh proof, like a change of the role; inviting a member does not', async () => {
  const another = await makeTeam(api());
  const stolen = await makeSession(another, another.owner, { provedAt: null });
  const codeFor = (role: 'admin' | 'member') =>
    codeOf(stolen.app.members.invite.mutate({ email: `${role}-of-attacker@example.com`, role }));
  expect(await codeFor('admin')).toBe('fresh_proof_required');
  expect(await codeFor('member')).toBe('ok');
});

describe('several invitations at once', () => {
  const outcomesOf = async (emails: string[], browser = owner, more = {}) => {
    const answer = await browser.app.members.inviteMany.mutate({ emails, ...more });
    return answer.results.map(({ email, outcome }) => [email, outcome]);
  };
  const invitedIn = async (owner: TestTeam) => {
    const { rows } = await api().sql.query(
      `select email from member where tenant_id = $1 and status = 'invited' order by email`,
      [owner.tenantId],
    );
    return rows.map(({ email }) => email);
  };

  test('each address has one outcome, in the order of the input, and the seats run out in the middle', async () => {
    const small = await makeTeam(api(), { seats: 3 });
    const browser = await makeSession(small, small.owner);
    const input = ['B@x.example', 'no address', ' b@x.example ', small.owner.email];
    const wanted = [...input, 'c@x.example', 'd@x.example', 'name@gone.invalid'];
    expect(await outcomesOf(wanted, browser)).toEqual([
      ['b@x.example', 'invited'],
      ['no address', 'invalid_email'],
      [small.owner.email, 'email_taken'],
      ['c@x.example', 'invited'],
      ['d@x.example', 'seats_taken'],
      ['name@gone.invalid', 'invalid_email'],
    ]);
    expect(await invitedIn(small)).toEqual(['b@x.example', 'c@x.example']);
    const { data } = await browser.app.auditLog.list.query({ action: 'member.invited' });
    expect(data).toHaveLength(2);
    // Each address has a link of its own.
    expect(await mailedToken(api(), 'b@x.example')).not.toBe(
      await mailedToken(api(), 'c@x.example'),
    );
  });

  test('they count towards the sixty of an hour, and a repeated call has no second effect', async () => {
    api().clock.travel(60 * 60_000);
    const many = await makeTeam(api(), { seats: 1_000 });
    const browser = await makeSession(many, many.owner);
    const first = Array.from({ length: 59 }, (_, n) => `first-${n}@x.example`);
    expect(new Set((await outcomesOf(first, browser)).map(([, outcome]) => outcome))).toEqual(
      new Set(['invited']),
    );
    const input = { emails: ['last@x.example', 'over@x.example'] };
    browser.headers = { ...browser.headers, 'idempotency-key': 'again' };
    const call = () => browser.call('members.inviteMany', 'mutation', input);
    const answer = await call();
    expect(answer).toMatchObject({
      result: {
        data: {
          results: [{ outcome: 'invited' }, { outcome: 'too_many_invitations' }],
        },
      },
    });
    expect(await call()).toEqual(answer);
    browser.headers = {};
    expect(await invitedIn(many)).toHaveLength(60);
    const tooMany = Array.from({ length: 61 }, (_, n) => `${n}@x.example`);
    expect(await codeOf(outcomesOf(tooMany, browser))).toBe('validation_error');
  });

  test('a problem of more than one address refuses the whole call: nothing is done', async () => {
    const old = new Date(api().clock.now().getTime() - 600_000);
    const third = await makeTeam(api());
    const browser = await makeSession(third, third.owner, { provedAt: old });
    const asAdmins = outcomesOf(['one@x.example', 'two@x.example'], browser, { role: 'admin' });
    expect(await codeOf(asAdmins)).toBe('fresh_proof_required');
    expect(await invitedIn(third)).toEqual([]);
  });
});
