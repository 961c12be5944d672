import { describe, expect, test } from 'vitest';
import { insertAssignment, insertInvited } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const hour = 60 * 60 * 1000;

async function codeOf(answer: Promise<{ status: number; body: { code?: string } }>) {
  const { status, body } = await answer;
  return [status, body.code];
}

const invite = (team: TestTeam, body: object, key = team.key) =>
  team.request('POST', '/users', { body, key });

async function rowsOf(team: TestTeam, sql: string, ...params: unknown[]) {
  return (await api().sql.query(sql, [team.tenantId, ...params])).rows;
}

describe('GET /users', () => {
  test('D100: the owner is listed and readable, with role owner and status active', async () => {
    const team = await makeTeam(api());
    const { memberId, userId, email } = team.owner;
    const { body } = await team.request('GET', `/users/${memberId}`);
    expect(body).toMatchObject({
      ...{ id: memberId, user_id: userId, email, role: 'owner', status: 'active' },
    });
    expect((await team.request('GET', '/users')).body.data).toEqual([body]);
  });

  test('D101: active and invited members are listed; a removed one is not, and GET is 404', async () => {
    const team = await makeTeam(api());
    const active = await team.addMember();
    const invited = (await invite(team, { email: 'invited@example.com' })).body.id;
    const removed = await team.addMember();
    await team.request('DELETE', `/users/${removed.memberId}`);
    expect((await readAll(team, '/users')).ids.sort()).toEqual(
      [team.owner.memberId, active.memberId, invited].sort(),
    );
    expect(await codeOf(team.request('GET', `/users/${removed.memberId}`))).toEqual([
      ...[404, 'not_found'],
    ]);
  });

  test('D65: newest membership first', async () => {
    const team = await makeTeam(api());
    const first = await invite(team, { email: 'first@example.com' });
    const second = await invite(team, { email: 'second@example.com' });
    expect((await readAll(team, '/users?limit=1')).ids).toEqual([
      ...[second.body.id, first.body.id, team.owner.memberId],
    ]);
  });

  test('D114: without member_detail_enabled the key email is absent and user_id stays', async () => {
    const team = await makeTeam(api(), { memberDetail: false });
    const { userId, memberId } = team.owner;
    const one = (await team.request('GET', `/users/${memberId}`)).body;
    expect(one).not.toHaveProperty('email');
    expect(one.user_id).toBe(userId);
    const [listed] = (await team.request('GET', '/users')).body.data;
    expect(listed).toEqual(one);
    const made = (await invite(team, { email: 'hidden@example.com' })).body;
    expect(made).not.toHaveProperty('email');
  });
});

describe('POST /users', () => {
  test('D103: invited, without user_id and joined_at, also when an account exists', async () => {
    const account = (await makeTeam(api())).owner;
    const team = await makeTeam(api());
    const { status, body, headers } = await invite(team, { email: account.email });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      user_id: null,
      email: account.email,
      role: 'member',
      status: 'invited',
      joined_at: null,
    });
    expect(headers.location).toMatch(new RegExp(`/users/${body.id}$`));
    expect((await team.request('GET', `/users/${body.id}`)).body).toEqual(body);
  });

  test('D105: 409 conflict for an address of the team in any spelling, the owner’s and an invited one too', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    await invite(team, { email: 'waiting@example.com' });
    for (const email of [
      member.email.toUpperCase(),
      `  ${team.owner.email} `,
      'Waiting@Example.COM',
    ]) {
      expect(await codeOf(invite(team, { email }))).toEqual([409, 'conflict']);
    }
  });

  test('D105: who was removed may be invited again, as a new member', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    await team.request('DELETE', `/users/${member.memberId}`);
    const again = await invite(team, { email: member.email });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(member.memberId);
  });

  test('D106: active, invited and the owner occupy a seat each; a removed member frees one', async () => {
    const team = await makeTeam(api(), { seats: 3 });
    const active = await team.addMember();
    expect((await invite(team, { email: 'third@example.com' })).status).toBe(201);
    expect(await codeOf(invite(team, { email: 'fourth@example.com' }))).toEqual([
      ...[409, 'seat_limit_reached'],
    ]);
    await team.request('DELETE', `/users/${active.memberId}`);
    expect((await invite(team, { email: 'fourth@example.com' })).status).toBe(201);
  });

  test('D106: many invitations at once never take more seats than there are', async () => {
    const team = await makeTeam(api(), { seats: 5 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => invite(team, { email: `rush-${i}@example.com` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ body }) => body.code === 'seat_limit_reached')).toHaveLength(16);
  });

  test('D105: one address invited many times at once becomes one member', async () => {
    const team = await makeTeam(api());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => invite(team, { email: 'same@example.com' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('D102: role is member or admin; owner and anything else are 422 with errors', async () => {
    const team = await makeTeam(api());
    for (const role of ['owner', 'Admin', '', 1]) {
      const { status, body } = await invite(team, { email: 'role@example.com', role });
      expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/role']);
    }
    const made = await invite(team, { email: 'role@example.com', role: 'admin' });
    expect(made.body.role).toBe('admin');
  });

  test('D113: lang null, absent and unknown are German, en* is English, over 35 characters 422', async () => {
    const team = await makeTeam(api());
    const langs = [undefined, null, 'fr', 'de-AT', 'en', 'EN-gb'];
    for (const [i, lang] of langs.entries()) {
      await invite(team, { email: `lang-${i}@example.com`, lang });
    }
    const rows = await rowsOf(
      team,
      `select lang from member where tenant_id = $1 and email like 'lang-%' order by email`,
    );
    expect(rows.map(({ lang }) => lang)).toEqual(['de', 'de', 'de', 'de', 'en', 'en']);
    const long = await invite(team, { email: 'lang@example.com', lang: 'e'.repeat(36) });
    expect([long.status, long.body.errors?.[0]?.pointer]).toEqual([422, '/lang']);
  });

  test('D33: an address has at most 254 characters and is one', async () => {
    const team = await makeTeam(api());
    const tooLong = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}.example`;
    for (const email of [tooLong, 'nobody', '', null, 'a@b@c.example', 'x y@example.com']) {
      expect(await codeOf(invite(team, { email }))).toEqual([422, 'validation_error']);
    }
  });
});

describe('the invitation limit', () => {
  test('D59: the 61st in an hour is 429 until the oldest leaves the hour, and the headers say 60/0', async () => {
    const team = await makeTeam(api(), { seats: 200 });
    const first = api().clock.now().getTime() + 1000;
    for (let i = 0; i < 60; i += 1) await invite(team, { email: `many-${i}@example.com` });
    const refused = await invite(team, { email: 'many-60@example.com' });
    const seconds = Math.ceil((first + hour - api().clock.now().getTime()) / 1000);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.retry_after).toBe(seconds);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '60',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
      'retry-after': String(seconds),
    });
    api().clock.travel(seconds * 1000 - 2000);
    expect((await invite(team, { email: 'many-60@example.com' })).status).toBe(429);
    expect((await invite(team, { email: 'many-60@example.com' })).status).toBe(201);
  });

  test('D60: only members made by POST /users count; removed ones go on counting', async () => {
    const team = await makeTeam(api(), { seats: 200 });
    for (let i = 0; i < 3; i += 1) await insertInvited(team);
    for (let i = 0; i < 59; i += 1) await invite(team, { email: `count-${i}@example.com` });
    const refused = await invite(team, { email: 'count-0@example.com' });
    expect(refused.body.code).toBe('conflict');
    const last = await invite(team, { email: 'count-59@example.com' });
    expect(last.status).toBe(201);
    await team.request('DELETE', `/users/${last.body.id}`);
    expect(await codeOf(invite(team, { email: 'count-60@example.com' }))).toEqual([
      ...[429, 'rate_limited'],
    ]);
  });

  test('D107: 403 role, then 429 invitations, then 409 conflict, then 409 seats', async () => {
    const team = await makeTeam(api(), { seats: 61 });
    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    const { key } = await team.createKey({ createdBy: admin.memberId });
    await team.request('PATCH', `/users/${admin.memberId}`, { body: { role: 'member' } });
    const successor = await team.addMember({ role: 'admin' });
    await team.request('PATCH', `/users/${admin.memberId}`, { body: { role: 'member' } });
    const taken = { email: successor.email };
    for (let i = 0; i < 58; i += 1) await invite(team, { email: `order-${i}@example.com` });
    expect(await codeOf(invite(team, taken))).toEqual([409, 'conflict']);
    expect(await codeOf(invite(team, { email: 'no-seat@example.com' }))).toEqual([
      ...[409, 'seat_limit_reached'],
    ]);
    await team.set({ seats: 63 });
    for (let i = 58; i < 60; i += 1) await invite(team, { email: `order-${i}@example.com` });
    expect(await codeOf(invite(team, taken))).toEqual([429, 'rate_limited']);
    expect(await codeOf(invite(team, { ...taken, role: 'admin' }, key))).toEqual([
      ...[403, 'insufficient_scope'],
    ]);
  });
});

describe('PATCH /users/{member_id}', () => {
  const patch = (team: TestTeam, id: string, role: unknown, key = team.key) =>
    team.request('PATCH', `/users/${id}`, { body: { role }, key });

  test('changes the role, of an invited member too (D112), and says so in the audit log (D169)', async () => {
    const team = await makeTeam(api());
    const invited = (await invite(team, { email: 'patch@example.com' })).body.id;
    const { status, body } = await patch(team, invited, 'admin');
    expect([status, body.role, body.status]).toEqual([200, 'admin', 'invited']);
    expect((await patch(team, invited, 'member')).body.role).toBe('member');
    const audit = await rowsOf(
      team,
      `select action, changes, actor_kind, actor_id from audit_entry
       where tenant_id = $1 and target_id = $2 and action = 'member.role_changed' order by id`,
      invited,
    );
    const entry = { action: 'member.role_changed', actor_kind: 'key', actor_id: team.keyPrefix };
    expect(audit).toEqual([
      { ...entry, changes: { role: 'admin' } },
      { ...entry, changes: { role: 'member' } },
    ]);
  });

  test('D110: the same role is 200 unchanged, without audit and without the right to grant it', async () => {
    const team = await makeTeam(api());
    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    const { key } = await team.createKey({ createdBy: admin.memberId });
    const other = await team.addMember({ role: 'admin' });
    await patch(team, admin.memberId, 'member');
    expect((await patch(team, other.memberId, 'admin', key)).status).toBe(200);
    const audit = await rowsOf(
      team,
      `select id from audit_entry where tenant_id = $1 and target_id = $2 and actor_kind = 'key'`,
      other.memberId,
    );
    expect(audit).toEqual([]);
  });

  test('D119, D102: role null, owner or missing is 422', async () => {
    const team = await makeTeam(api());
    const { memberId } = await team.addMember();
    for (const role of [null, 'owner', undefined]) {
      expect(await codeOf(patch(team, memberId, role))).toEqual([422, 'validation_error']);
    }
  });

  test('D111: the owner is 409 owner, also as the only one who could be an admin', async () => {
    const team = await makeTeam(api());
    expect(await codeOf(patch(team, team.owner.memberId, 'member'))).toEqual([409, 'owner']);
    expect(await codeOf(patch(team, team.owner.memberId, 'admin'))).toEqual([409, 'owner']);
    expect(await codeOf(team.request('DELETE', `/users/${team.owner.memberId}`))).toEqual([
      ...[409, 'owner'],
    ]);
  });

  test('D108: the only active admin stays; invited admins and the owner do not count', async () => {
    const team = await makeTeam(api());
    const admin = await team.addMember({ role: 'admin' });
    await invite(team, { email: 'admin-to-be@example.com', role: 'admin' });
    expect(await codeOf(patch(team, admin.memberId, 'member'))).toEqual([409, 'last_admin']);
    expect(await codeOf(team.request('DELETE', `/users/${admin.memberId}`))).toEqual([
      ...[409, 'last_admin'],
    ]);
    await team.addMember({ role: 'admin' });
    expect((await patch(team, admin.memberId, 'member')).status).toBe(200);
  });

  test('D108: an invited admin is not protected', async () => {
    const team = await makeTeam(api());
    const { id } = (await invite(team, { email: 'early@example.com', role: 'admin' })).body;
    expect((await patch(team, id, 'member')).status).toBe(200);
    expect((await patch(team, id, 'admin')).status).toBe(200);
    expect((await team.request('DELETE', `/users/${id}`)).status).toBe(200);
  });

  test('D108: of many demotions and removals at once, one active admin always remains', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await makeTeam(api());
      const admins = await Promise.all(
        Array.from({ length: 6 }, () => team.addMember({ role: 'admin' })),
      );
      const answers = await Promise.all(
        admins.map(({ memberId }, i) =>
          i % 2 ? patch(team, memberId, 'member') : team.request('DELETE', `/users/${memberId}`),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409]);
      const left = await rowsOf(
        team,
        `select id from member where tenant_id = $1 and role = 'admin' and status = 'active'`,
      );
      expect(left).toHaveLength(1);
    }
  });
});

describe('the right to grant and revoke the role admin', () => {
  test('D42, D43: judged at the time of the request by what the creator is now', async () => {
    const team = await makeTeam(api());
    const creator = await team.addMember({ role: 'admin', canManageKeys: true });
    await team.addMember({ role: 'admin' });
    const target = await team.addMember();
    const { key } = await team.createKey({ createdBy: creator.memberId });
    const patch = (role: string) =>
      team.request('PATCH', `/users/${target.memberId}`, { body: { role }, key });
    expect((await patch('admin')).status).toBe(200);
    await team.request('PATCH', `/users/${creator.memberId}`, { body: { role: 'member' } });
    const refused = await patch('member');
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body).not.toHaveProperty('required_scope');
    expect(refused.body.detail).toMatch(/admin/);
    // The key itself survives its creator (D50): everything else goes on.
    await team.request('PATCH', `/users/${creator.memberId}`, { body: { role: 'admin' } });
    expect((await patch('member')).status).toBe(200);
    await team.request('DELETE', `/users/${creator.memberId}`);
    expect((await patch('admin')).status).toBe(403);
    expect((await team.request('GET', '/users', { key })).status).toBe(200);
  });

  test('inviting an admin and removing one need it too; members do not', async () => {
    const team = await makeTeam(api());
    const creator = await team.addMember({ role: 'admin', canManageKeys: true });
    const admin = await team.addMember({ role: 'admin' });
    const member = await team.addMember();
    const { key } = await team.createKey({ createdBy: creator.memberId });
    await team.request('PATCH', `/users/${creator.memberId}`, { body: { role: 'member' } });
    const asAdmin = { email: 'granted@example.com', role: 'admin' };
    expect((await invite(team, asAdmin, key)).status).toBe(403);
    expect((await team.request('DELETE', `/users/${admin.memberId}`, { key })).status).toBe(403);
    expect((await team.request('DELETE', `/users/${member.memberId}`, { key })).status).toBe(200);
    expect((await invite(team, { email: 'plain@example.com' }, key)).status).toBe(201);
  });
});

describe('DELETE /users/{member_id}', () => {
  test('D109: all assignments of the member are revoked, the rows and their trainings stay', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    const other = await team.addMember();
    const mine = [
      await insertAssignment(team, { member_id: member.memberId }),
      await insertAssignment(team, { member_id: member.memberId, status: 'done' }),
    ];
    const theirs = await insertAssignment(team, { member_id: other.memberId });
    const { status, body } = await team.request('DELETE', `/users/${member.memberId}`);
    expect([status, body]).toEqual([200, { ok: true }]);
    const listed = (await team.request('GET', '/assignments')).body.data;
    expect(new Map(listed.map((one) => [one.id, one.status]))).toEqual(
      new Map([...mine.map((id) => [id, 'revoked'] as const), [theirs, 'open']]),
    );
  });

  test('a second removal, an unknown and a foreign member are 404', async () => {
    const team = await makeTeam(api());
    const foreign = (await makeTeam(api())).owner;
    const { memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    for (const id of [memberId, 'mem_never', foreign.memberId]) {
      expect(await codeOf(team.request('DELETE', `/users/${id}`))).toEqual([404, 'not_found']);
    }
  });

  test('D112: an invitation can be taken back', async () => {
    const team = await makeTeam(api());
    const { id } = (await invite(team, { email: 'back@example.com' })).body;
    expect((await team.request('DELETE', `/users/${id}`)).status).toBe(200);
    expect((await team.request('GET', `/users/${id}`)).status).toBe(404);
  });
});
