import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { insertInvited } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { codeOf, invite, rowsOf } from './harness/over-rest.ts';

const api = useApi();

describe('POST /users', () => {
  test('D103: invited, without user_id and joined_at, even when an account exists', async () => {
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

  test('D105: an address of the team gets 409 conflict in any spelling, also that of the owner or of an invited person', async () => {
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

  test('D105: a removed person may be invited again, as a new member', async () => {
    const team = await makeTeam(api());
    const member = await team.addMember();
    await team.request('DELETE', `/users/${member.memberId}`);
    const again = await invite(team, { email: member.email });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(member.memberId);
  });

  test('D106: active and invited members and the owner take one seat each, and a removed member frees a seat', async () => {
    const team = await makeTeam(api(), { seats: 3 });
    const active = await team.addMember();
    expect((await invite(team, { email: 'third@example.com' })).status).toBe(201);
    expect(await codeOf(invite(team, { email: 'fourth@example.com' }))).toEqual([
      409,
      'seat_limit_reached',
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
  });

  test('D115: role admin is kept until the acceptance, and gives no rights before', async () => {
    const team = await makeTeam(api());
    const made = await invite(team, { email: 'role@example.com', role: 'admin' });
    expect(made.body).toMatchObject({ role: 'admin', status: 'invited' });
    await api().sql.query('update api_key set created_by = $2 where tenant_id = $1', [
      team.tenantId,
      made.body.id,
    ]);
    expect(await codeOf(invite(team, { email: 'next@example.com', role: 'admin' }))).toEqual([
      403,
      'insufficient_scope',
    ]);
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

  test('D33: an address has at most 254 characters, and must be an address', async () => {
    const team = await makeTeam(api());
    const tooLong = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}.example`;
    for (const email of [tooLong, 'nobody', '', null, 'a@b@c.example', 'x y@example.com']) {
      expect(await codeOf(invite(team, { email }))).toEqual([422, 'validation_error']);
    }
  });
});

describe('the invitation limit', () => {
  test('D59: the 61st within an hour is 429 until the oldest leaves the hour, and the headers say 60/0', async () => {
    const team = await makeTeam(api(), { seats: 200 });
    const first = api().clock.now().getTime() + 1000;
    for (let i = 0; i < 60; i += 1) await invite(team, { email: `many-${i}@example.com` });
    const refused = await invite(team, { email: 'many-60@example.com' });
    const seconds = Math.ceil((first + HOUR_MS - api().clock.now().getTime()) / 1000);
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

  test('D60: only members made by POST /users count, even after they are removed', async () => {
    const team = await makeTeam(api(), { seats: 200 });
    for (let i = 0; i < 3; i += 1) await insertInvited(team);
    for (let i = 0; i < 59; i += 1) await invite(team, { email: `count-${i}@example.com` });
    const refused = await invite(team, { email: 'count-0@example.com' });
    expect(refused.body.code).toBe('conflict');
    const last = await invite(team, { email: 'count-59@example.com' });
    expect(last.status).toBe(201);
    await team.request('DELETE', `/users/${last.body.id}`);
    expect(await codeOf(invite(team, { email: 'count-60@example.com' }))).toEqual([
      429,
      'rate_limited',
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
      409,
      'seat_limit_reached',
    ]);
    await team.set({ seats: 63 });
    for (let i = 58; i < 60; i += 1) await invite(team, { email: `order-${i}@example.com` });
    expect(await codeOf(invite(team, taken))).toEqual([429, 'rate_limited']);
    expect(await codeOf(invite(team, { ...taken, role: 'admin' }, key))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });
});
