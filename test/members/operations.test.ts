import { describe, expect, test } from 'vitest';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { readAll } from '../harness/team-data.ts';
import { useApi } from '../harness/use-api.ts';
import { codeOf, invite, rowsOf } from './harness/over-rest.ts';

const api = useApi();

describe('GET /users', () => {
  test('D100: the owner is listed and readable, with role owner and status active', async () => {
    const team = await makeTeam(api());
    const { memberId, userId, email } = team.owner;
    const { body } = await team.request('GET', `/users/${memberId}`);
    expect(body).toMatchObject({
      id: memberId,
      user_id: userId,
      email,
      role: 'owner',
      status: 'active',
    });
    expect((await team.request('GET', '/users')).body.data).toEqual([body]);
  });

  test('D101: active and invited members are listed; a removed member is not listed, and its GET is 404', async () => {
    const team = await makeTeam(api());
    const active = await team.addMember();
    const invited = (await invite(team, { email: 'invited@example.com' })).body.id;
    const removed = await team.addMember();
    await team.request('DELETE', `/users/${removed.memberId}`);
    expect((await readAll(team, '/users')).ids.sort()).toEqual(
      [team.owner.memberId, active.memberId, invited].sort(),
    );
    expect(await codeOf(team.request('GET', `/users/${removed.memberId}`))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('D65: newest membership first', async () => {
    const team = await makeTeam(api());
    const first = await invite(team, { email: 'first@example.com' });
    const second = await invite(team, { email: 'second@example.com' });
    expect((await readAll(team, '/users?limit=1')).ids).toEqual([
      second.body.id,
      first.body.id,
      team.owner.memberId,
    ]);
  });

  test('D114: without member_detail_enabled the field email is absent, and user_id stays', async () => {
    const team = await makeTeam(api(), { memberDetail: false });
    const { userId, memberId } = team.owner;
    const member = (await team.request('GET', `/users/${memberId}`)).body;
    expect(member).not.toHaveProperty('email');
    expect(member.user_id).toBe(userId);
    const [listed] = (await team.request('GET', '/users')).body.data;
    expect(listed).toEqual(member);
    const made = (await invite(team, { email: 'hidden@example.com' })).body;
    expect(made).not.toHaveProperty('email');
  });
});

describe('PATCH /users/{member_id}', () => {
  const patch = (team: TestTeam, id: string, role: unknown, key = team.key) =>
    team.request('PATCH', `/users/${id}`, { body: { role }, key });

  test('changes the role, also of an invited member (D112), and is in the audit log (D169)', async () => {
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

  test('D110: the same role is 200 unchanged, without an audit entry, and needs no right to grant it', async () => {
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

  test('D111: the owner is 409 owner, even if nobody else could be an admin', async () => {
    const team = await makeTeam(api());
    expect(await codeOf(patch(team, team.owner.memberId, 'member'))).toEqual([409, 'owner']);
    expect(await codeOf(patch(team, team.owner.memberId, 'admin'))).toEqual([409, 'owner']);
    expect(await codeOf(team.request('DELETE', `/users/${team.owner.memberId}`))).toEqual([
      409,
      'owner',
    ]);
  });

  test('D108: the only active admin stays; invited admins and the owner do not count', async () => {
    const team = await makeTeam(api());
    const admin = await team.addMember({ role: 'admin' });
    await invite(team, { email: 'admin-to-be@example.com', role: 'admin' });
    expect(await codeOf(patch(team, admin.memberId, 'member'))).toEqual([409, 'last_admin']);
    expect(await codeOf(team.request('DELETE', `/users/${admin.memberId}`))).toEqual([
      409,
      'last_admin',
    ]);
    await team.addMember({ role: 'admin' });
    expect((await patch(team, admin.memberId, 'member')).status).toBe(200);
  });

  test('D108: the database refuses with a code of its own, and only this code is looked at', async () => {
    const team = await makeTeam(api());
    const admin = await team.addMember({ role: 'admin' });
    const change = api().sql.query("update member set role = 'member' where id = $1", [
      admin.memberId,
    ]);
    await expect(change).rejects.toMatchObject({ code: 'TA001', constraint: undefined });
  });

  test('D108: an invited admin is not protected', async () => {
    const team = await makeTeam(api());
    const { id } = (await invite(team, { email: 'early@example.com', role: 'admin' })).body;
    expect((await patch(team, id, 'member')).status).toBe(200);
    expect((await patch(team, id, 'admin')).status).toBe(200);
    expect((await team.request('DELETE', `/users/${id}`)).status).toBe(200);
  });

  test('D108: of many simultaneous demotions and removals, one active admin always remains', async () => {
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
  test('D42, D43: is judged when the request comes, by what the creator is then', async () => {
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
    // The key still works after its creator was removed (D50).
    await team.request('PATCH', `/users/${creator.memberId}`, { body: { role: 'admin' } });
    expect((await patch('member')).status).toBe(200);
    await team.request('DELETE', `/users/${creator.memberId}`);
    expect((await patch('admin')).status).toBe(403);
    expect((await team.request('GET', '/users', { key })).status).toBe(200);
  });

  test('is judged before the owner is refused', async () => {
    const team = await makeTeam(api());
    const creator = await team.addMember({ role: 'admin', canManageKeys: true });
    await team.addMember({ role: 'admin' });
    const { key } = await team.createKey({ createdBy: creator.memberId });
    await team.request('PATCH', `/users/${creator.memberId}`, { body: { role: 'member' } });
    const path = `/users/${team.owner.memberId}`;
    const change = (role: string) => codeOf(team.request('PATCH', path, { body: { role }, key }));
    expect(await change('admin')).toEqual([403, 'insufficient_scope']);
    expect(await change('member')).toEqual([409, 'owner']);
  });

  test('is also needed to invite or remove an admin; members do not need it', async () => {
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
