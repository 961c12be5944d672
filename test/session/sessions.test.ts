import { beforeAll, expect, test } from 'vitest';
import { setTeam } from '../../src/features/team/set-team.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { type Browser, codeOf, makePerson, makeSession, PASSWORD, signIn } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let person: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  person = await makePerson(team, { role: 'admin' });
});

const members = (browser: Browser) => codeOf(browser.app.members.list.query({}));

test('a stolen cookie does not work after sign-out', async () => {
  const browser = await makeSession(team, person);
  const attacker = browser.stolen();
  expect(await members(attacker)).toBe('ok');
  await browser.app.session.signOut.mutate({});
  expect(browser.session).toBe(undefined);
  expect(await members(attacker)).toBe('not_signed_in');
});

test('a sign-in ends the session that the browser had, so that its cookie no longer works', async () => {
  const browser = await makeSession(team, person);
  const attacker = browser.stolen();
  await browser.app.session.signIn.mutate({ email: person.email, password: PASSWORD });
  expect(await members(attacker)).toBe('not_signed_in');
  expect(await members(browser)).toBe('ok');
});

test('a session ends after seven days without use, and in any case after thirty', async () => {
  const [idle, used] = [await signIn(api(), person), await signIn(api(), person)];
  for (let day = 0; day < 29; day += 6) {
    api().clock.travel(6 * DAY_MS);
    if (day < 24) expect(await members(used)).toBe('ok');
  }
  expect(await members(idle)).toBe('not_signed_in');
  expect(await members(used)).toBe('not_signed_in');
});

test('a proof is fresh for ten minutes, and the password renews it', async () => {
  const browser = await makeSession(team, person);
  const { memberId: member_id } = await team.addMember();
  const { version } = await browser.app.members.get.query({ member_id });
  const promote = () =>
    codeOf(browser.app.members.changeRole.mutate({ member_id, version, role: 'admin' }));
  api().clock.travel(600_000);
  expect(await promote()).toBe('fresh_proof_required');
  expect(await codeOf(browser.app.session.prove.mutate({ password: 'wrong' }))).toBe(
    'wrong_credentials',
  );
  expect(await promote()).toBe('fresh_proof_required');
  await browser.app.session.prove.mutate({ password: PASSWORD });
  expect(await promote()).toBe('ok');
});

test('a token from before the proof has no proof, and ends after a moment', async () => {
  const browser = await makeSession(team, person, { provedAt: null });
  const attacker = browser.stolen();
  await browser.app.session.prove.mutate({ password: PASSWORD });
  expect(browser.session).not.toBe(attacker.session);
  expect(await members(attacker)).toBe('ok');
  expect((await attacker.app.session.current.query({}))?.fresh_until).toBe(null);
  expect(await codeOf(attacker.app.session.prove.mutate({ password: PASSWORD }))).toBe('conflict');
  api().clock.travel(29_999);
  expect(await members(browser)).toBe('ok');
  expect(await members(attacker)).toBe('ok');
  api().clock.travel(1);
  expect(await members(attacker)).toBe('not_signed_in');
});

test('the holder of a session cannot use it to guess the password', async () => {
  const browser = await makeSession(team, person, { provedAt: null });
  for (let i = 0; i < 10; i++) {
    await codeOf(browser.app.session.prove.mutate({ password: `wrong ${i}` }));
  }
  expect(await codeOf(browser.app.session.prove.mutate({ password: PASSWORD }))).toBe(
    'wrong_credentials',
  );
  api().clock.travel(16 * MINUTE_MS);
});

test('a proof that succeeds resets the count of those that failed', async () => {
  const browser = await makeSession(team, person, { provedAt: null });
  const prove = (password: string) => codeOf(browser.app.session.prove.mutate({ password }));
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 6; n += 1) expect(await prove('wrong')).toBe('wrong_credentials');
    expect(await prove(PASSWORD)).toBe('ok');
  }
});

test('sessions are listed with device, address and last use, and each can be revoked', async () => {
  const owner = await makePerson(team);
  const [here, there, far] = [
    await makeSession(team, owner),
    await makeSession(team, owner),
    await makeSession(team, owner),
  ];
  there.headers = { 'user-agent': 'A telephone' };
  api().clock.travel(61_000);
  await there.app.session.current.query({});
  const { data } = await here.app.session.list.query({});
  expect(data).toHaveLength(3);
  const phone = data.find(({ user_agent }) => user_agent === 'A telephone');
  expect(phone).toMatchObject({
    ip: '127.0.0.1',
    is_current: false,
    last_seen_at: api().clock.now().toISOString(),
  });
  expect(data.filter(({ is_current }) => is_current)).toHaveLength(1);
  await here.app.session.revoke.mutate({ session_id: phone?.id ?? '' });
  expect(await there.app.session.current.query({})).toBe(null);
  expect(await here.app.session.revokeOthers.mutate({})).toEqual({ revoked: 1 });
  expect(await far.app.session.current.query({})).toBe(null);
  expect((await here.app.session.list.query({})).data).toHaveLength(1);
});

test('a session that has ended is not listed, even before housekeeping removes it', async () => {
  const owner = await makePerson(team);
  const until = (ms: number) => ({ expiresAt: new Date(api().clock.now().getTime() + ms) });
  await makeSession(team, owner, until(HOUR_MS));
  const here = await makeSession(team, owner, until(20 * DAY_MS));
  const listed = async () => (await here.app.session.list.query({})).data.length;
  expect(await listed()).toBe(2);
  api().clock.travel(HOUR_MS);
  expect(await listed()).toBe(1);
  // Another one has not been used for a week.
  await makeSession(team, owner, until(20 * DAY_MS));
  expect(await listed()).toBe(2);
  for (let day = 0; day < 7; day += 1) {
    api().clock.travel(DAY_MS);
    await here.app.session.current.query({});
  }
  expect(await listed()).toBe(1);
});

test('a person has at most 100 sessions and known devices: a sign-in ends those that were unused for longest', async () => {
  const many = await makePerson(team);
  const first = await makeSession(team, many);
  api().clock.travel(1);
  await api().sql.query(
    `insert into session (id, person_id, token_hash, created_at, last_seen_at, expires_at)
     select 'ses_' || n || $1, $1, sha256(($1 || n)::bytea), at, at, at + interval '1 day'
     from generate_series(1, 120) n, (select $2::timestamptz as at) t`,
    [many.userId, api().clock.now()],
  );
  await api().sql.query(
    `insert into known_device (person_id, token_hash, created_at, last_used_at)
     select person_id, token_hash, created_at, last_seen_at from session where person_id = $1`,
    [many.userId],
  );
  const browser = await signIn(api(), many);
  expect((await browser.app.session.list.query({})).data).toHaveLength(100);
  expect(await first.app.session.current.query({})).toBe(null);
  const { rows } = await api().sql.query(
    `select (select count(*)::integer from session where person_id = $1) as sessions,
       (select count(*)::integer from known_device where person_id = $1) as devices`,
    [many.userId],
  );
  expect(rows).toEqual([{ sessions: 100, devices: 100 }]);
});

test('the hundred known devices that were used last stay, however old they are', async () => {
  const many = await makePerson(team);
  const oldest = await signIn(api(), many);
  const values = [many.userId, api().clock.now()];
  api().clock.travel(1000);
  await api().sql.query(
    `insert into known_device (person_id, token_hash, created_at, last_used_at)
     select $1, sha256(($1 || n)::bytea), $2, $2 from generate_series(1, 120) n`,
    [many.userId, api().clock.now()],
  );
  api().clock.travel(1000);
  await oldest.app.session.signIn.mutate({ email: many.email, password: PASSWORD });
  await signIn(api(), many);
  const { rowCount } = await api().sql.query(
    'select from known_device where person_id = $1 and created_at <= $2',
    values,
  );
  expect(rowCount).toBe(1);
});

test("a revoke of somebody else's session is answered as if there were no such session", async () => {
  const theirs = await makeSession(team, await makePerson(team));
  const id = (await theirs.app.session.current.query({}))?.session_id ?? '';
  const browser = await makeSession(team, person);
  const revoke = (session_id: string) => codeOf(browser.app.session.revoke.mutate({ session_id }));
  expect(await revoke(id)).toBe('not_found');
  expect(await revoke('ses_00000000000000000000000000')).toBe('not_found');
  expect(await theirs.app.session.current.query({})).not.toBe(null);
});

test('a changed role, a removed membership or a suspended team takes effect at the next request', async () => {
  const other = await makeTeam(api());
  const admin = await other.addMember({ role: 'admin' });
  const browser = await makeSession(other, admin);
  const change = (sql: string) =>
    api().sql.query(`update member set ${sql} where tenant_id = $1 and id = $2`, [
      other.tenantId,
      admin.memberId,
    ]);
  const invite = (email: string) => codeOf(browser.app.members.invite.mutate({ email }));
  expect(await invite('one@example.com')).toBe('ok');
  await other.do((call) => setTeam(call, { status: 'suspended' }));
  expect(await invite('two@example.com')).toBe('team_suspended');
  expect(await members(browser)).toBe('ok');
  await other.do((call) => setTeam(call, { status: 'ended' }));
  expect(await members(browser)).toBe('team_ended');
  await other.do((call) => setTeam(call, { status: 'active' }));
  await other.addMember({ role: 'admin' });
  await change(`role = 'member'`);
  expect(await members(browser)).toBe('forbidden');
  await change(`status = 'removed', removed_at = now()`);
  expect(await members(browser)).toBe('no_team');
  expect((await browser.app.session.current.query({}))?.team).toBe(null);
});

test('a person of two teams switches between them, and gets the role of each and a new token', async () => {
  const second = await makeTeam(api());
  await second.addMember({ email: person.email });
  const browser = await makeSession(team, person);
  const before = browser.session;
  await browser.app.session.switchTeam.mutate({ tenant_id: second.tenantId });
  expect(browser.session).not.toBe(before);
  const current = await browser.app.session.current.query({});
  expect(current?.team).toMatchObject({ id: second.tenantId, role: 'member' });
  expect(current?.teams.map(({ role }) => role).sort()).toEqual(['admin', 'member']);
  expect(await members(browser)).toBe('forbidden');
  const foreign = await makeTeam(api());
  const enter = (tenant_id: string) => codeOf(browser.app.session.switchTeam.mutate({ tenant_id }));
  expect(await enter(foreign.tenantId)).toBe('not_found');
  expect(await enter('ten_00000000000000000000000000')).toBe('not_found');
});

test('a team that has ended is not listed, and nobody can enter it or sign in to it', async () => {
  const [ended, second] = [await makeTeam(api()), await makeTeam(api())];
  const former = await makePerson(ended);
  await second.addMember({ email: former.email });
  const browser = await makeSession(second, former);
  await ended.set({ status: 'ended' });
  const teamsOf = async (visitor: Browser) => {
    const current = await visitor.app.session.current.query({});
    return [current?.team?.id, current?.teams.map(({ id }) => id)];
  };
  const expected = [second.tenantId, [second.tenantId]];
  expect(await teamsOf(browser)).toEqual(expected);
  const entering = browser.app.session.switchTeam.mutate({ tenant_id: ended.tenantId });
  expect(await codeOf(entering)).toBe('not_found');
  expect(await teamsOf(await signIn(api(), former))).toEqual(expected);
});

test('a proof for one team does not count in another: a switch asks for a new one', async () => {
  const second = await makeTeam(api());
  await second.addMember({ email: person.email, role: 'admin' });
  const browser = await makeSession(team, person);
  const invite = (email: string) =>
    codeOf(browser.app.members.invite.mutate({ email, role: 'admin' }));
  expect(await invite('before-the-switch@example.com')).toBe('ok');
  await browser.app.session.switchTeam.mutate({ tenant_id: second.tenantId });
  expect(await invite('after-the-switch@example.com')).toBe('fresh_proof_required');
  await browser.app.session.prove.mutate({ password: PASSWORD });
  expect(await invite('after-the-switch@example.com')).toBe('ok');
});

test('each change of a batch sees the session as the change before left it', async () => {
  const codes = async (names: string, ...inputs: object[]) => {
    const provedAt = new Date(api().clock.now().getTime() - 600_000);
    const browser = await makeSession(team, await makePerson(team), { provedAt });
    const answer = await browser.post(`${names}?batch=1`, JSON.stringify({ ...inputs }));
    const ends = (await answer.json()) as { error?: { data: { code: string } } }[];
    return ends.map(({ error }) => error?.data.code ?? 'ok');
  };
  const password = 'another long one';
  const twoInOne = 'session.prove,account.changePassword';
  expect(await codes(twoInOne, { password: PASSWORD }, { password })).toEqual(['ok', 'ok']);
  expect(await codes(twoInOne, { password }, { password })).toEqual([
    'wrong_credentials',
    'fresh_proof_required',
  ]);
  const ended = await codes('session.signOut,session.revokeOthers', {}, {});
  expect(ended).toEqual(['ok', 'not_signed_in']);
});
