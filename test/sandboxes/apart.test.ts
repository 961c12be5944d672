import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, errorOf, givePassword, makeSession, signIn } from '../harness/app.ts';
import { makeSandbox, untilReady, visit } from '../harness/sandbox.ts';
import { startSmtp } from '../harness/smtp.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';

const api = useApi();
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let team: TestTeam;
let sandbox: TestTeam;

beforeAll(async () => {
  smtp = await startSmtp();
  worker = await startTestWorker(api(), { SMTP_URL: smtp.url });
  team = await makeTeam(api());
  sandbox = await makeSandbox(team);
});
afterAll(async () => {
  await worker.stop();
  await smtp.close();
});

const count = async (text: string, values: unknown[]) => {
  const { rows } = await api().sql.query<{ n: number }>(
    `select count(*)::int as n from ${text}`,
    values,
  );
  return rows[0]?.n;
};

async function titlesOf(id: string): Promise<string[]> {
  const { rows } = await api().sql.query<{ title: string }>(
    'select title from team_case where tenant_id = $1',
    [id],
  );
  return rows.map(({ title }) => title);
}

describe('a sandbox', () => {
  test('is entered by members of its team, with a team at work in it', async () => {
    const { app } = await makeSession(team, team.owner);
    await app.session.switchTeam.mutate({ tenant_id: sandbox.tenantId });
    const session = await app.session.current.query({});
    expect(session?.team).toMatchObject({
      id: sandbox.tenantId,
      name: 'Trial',
      role: 'owner',
      member_id: team.owner.memberId,
      sandbox_of: { id: team.tenantId, name: 'Team under test' },
    });
    expect(session?.teams.map(({ id, sandbox_of }) => [id, sandbox_of])).toEqual([
      [team.tenantId, null],
      [sandbox.tenantId, team.tenantId],
    ]);
    const { data } = await app.members.list.query({});
    expect(data.map(({ name }) => name)).toContain('Katrin Voss');
    const found = await app.search.list.query({ text: 'Katrin', ids: [] });
    expect(JSON.stringify(found)).toContain('Katrin Voss');
  });

  test('has members who are no people', async () => {
    const { rows } = await api().sql.query<{ email: string; user_id: string | null }>(
      'select email, user_id from member where tenant_id = $1',
      [sandbox.tenantId],
    );
    expect(rows.length).toBeGreaterThan(8);
    const ids = rows.flatMap(({ user_id }) => user_id ?? []);
    expect(await count('person where id = any ($1)', [ids])).toBe(0);
    expect(await count('person_team where tenant_id = $1', [sandbox.tenantId])).toBe(0);
  });

  test('D51: says sandbox: true in GET /me, and no other team does', async () => {
    const own = await sandbox.request('GET', '/me');
    expect(own.body).toMatchObject({ tenant_id: sandbox.tenantId, kind: 'team', sandbox: true });
    expect(Object.keys((await team.request('GET', '/me')).body)).toEqual([
      'tenant_id',
      'kind',
      'scopes',
      'rate_limit_per_min',
      'privacy',
    ]);
  });

  test('has seats of its own, which the owner sets there alone', async () => {
    const inside = await visit(sandbox, team.owner);
    const { seats_taken, seats } = await inside.app.team.get.query({});
    await inside.app.sandboxes.setSeats.mutate({ seats: seats_taken });
    const body = { email: 'one.more@example.com', role: 'member' };
    const full = await sandbox.request('POST', '/users', { body });
    expect(full.body).toMatchObject({ code: 'seat_limit_reached' });
    await inside.app.sandboxes.setSeats.mutate({ seats });
    const outside = await makeSession(team, team.owner);
    expect(await codeOf(outside.app.sandboxes.setSeats.mutate({ seats: 3 }))).toBe('conflict');
    const member = await visit(sandbox, await team.addMember({ role: 'admin' }));
    expect(await codeOf(member.app.sandboxes.setSeats.mutate({ seats: 3 }))).toBe('forbidden');
  });

  test('has a log that names its visitors, and leaves none in the log of the team', async () => {
    await givePassword(api(), team.owner);
    const inside = await visit(sandbox, team.owner);
    const { data } = await inside.app.auditLog.list.query({ action: 'api_key.created' });
    expect(data[0]?.actor).toMatchObject({
      id: team.owner.memberId,
      name: 'A person',
      is_me: true,
    });
    const { data: keys } = await inside.app.apiKeys.list.query({});
    expect(keys[0]?.creator).toMatchObject({ is_me: true, role: 'owner' });
    const outside = await makeSession(team, team.owner);
    const log = await outside.app.auditLog.list.query({});
    expect(log.data.filter(({ action }) => action.startsWith('sandbox.'))).toMatchObject([
      { action: 'sandbox.created' },
    ]);
    expect(log.data.some(({ action }) => action === 'api_key.created')).toBe(true);
    expect(log.data.some(({ target }) => target.id === sandbox.keyId)).toBe(false);
  });

  test('does not offer what only its own member could do', async () => {
    const { app } = await visit(sandbox, team.owner);
    const { data } = await app.members.list.query({ role: 'admin' });
    const offer = app.team.offerOwnership.mutate({ member_id: data[0]?.id ?? '' });
    expect(await errorOf(offer)).toMatchObject({
      code: 'conflict',
      detail:
        'You are visiting this sandbox and are not a member of it, so this is not possible here.',
    });
    expect(await codeOf(app.cases.createOwn.mutate({ title: 'Mine' }))).toBe('conflict');
    expect((await app.cases.listOwn.query({})).data).toEqual([]);
  });
});

describe('mail', () => {
  test('never leaves a sandbox, whatever asks for it', async () => {
    const stranger = await makeTeam(api());
    await givePassword(api(), stranger.owner);
    const before = smtp.mails.length;
    const { email } = stranger.owner;
    const body = { email, role: 'member', lang: 'en' };
    const invited = await sandbox.request('POST', '/users', { body });
    expect(invited.status).toBe(201);
    const inside = await visit(sandbox, team.owner);
    await inside.app.technicalContact.set.mutate({
      email,
      lang: 'de',
      version: (await inside.app.technicalContact.get.query({})).version,
    });
    await until(
      'both mails are written',
      async () =>
        (await count('mail where tenant_id = $1 and recipient = $2', [sandbox.tenantId, email])) ===
        2,
    );
    expect(await count('one_time_link where tenant_id = $1', [sandbox.tenantId])).toBe(0);
    const { rows } = await api().sql.query<{ id: string; body: string; link_id: string | null }>(
      'select id, body, link_id from mail where tenant_id = $1 and recipient = $2',
      [sandbox.tenantId, email],
    );
    for (const mail of rows) {
      expect(mail.link_id).toBeNull();
      expect(mail.body).not.toMatch(/\{link\}|http/);
      // Somebody adds the job by hand, or an older release has.
      await api().sql.query(`select enqueue('mail.send', json_build_object('mail', $1::text))`, [
        mail.id,
      ]);
    }
    // A mail of another team that is asked for later arrives.
    await team.request('POST', '/users', { body: { email: 'real@example.com', role: 'member' } });
    await until('the mail of the team has arrived', () =>
      smtp.mails.some(({ to }) => to.includes('real@example.com')),
    );
    await until(
      'no job waits',
      async () =>
        (await count('graphile_worker._private_jobs j where payload::text like $1', [
          `%${rows[0]?.id}%`,
        ])) === 0,
    );
    expect(smtp.mails.slice(before).flatMap(({ to }) => to)).not.toContain(email);
    const entry = await inside.app.members.list.query({ search: email });
    expect(entry.data[0]?.invitation?.mail).toBe('shown');
  });

  test('of the team itself is not sent about its sandbox either, except about its deletion', () => {
    const about = smtp.mails.filter(({ raw }) => /sandbox/i.test(raw));
    expect(about).toEqual([]);
  });
});

test('an invitation is accepted by a button, and touches no account', async () => {
  const real = await makeTeam(api());
  const body = { email: real.owner.email, role: 'admin' };
  const { body: invited } = await sandbox.request('POST', '/users', { body });
  const memberId = String(invited.id);
  const inside = await visit(sandbox, team.owner);
  await inside.app.members.acceptForTrial.mutate({ member_id: memberId });
  const joined = await sandbox.request('GET', `/users/${memberId}`);
  expect(joined.body).toMatchObject({ status: 'active' });
  expect(joined.body.user_id).not.toBe(real.owner.userId);
  expect(await count('person_team where tenant_id = $1', [sandbox.tenantId])).toBe(0);
  const again = inside.app.members.acceptForTrial.mutate({ member_id: memberId });
  expect(await codeOf(again)).toBe('conflict');
  const browser = await makeSession(real, real.owner);
  const teams = (await browser.app.session.current.query({}))?.teams;
  expect(teams?.map(({ id }) => id)).toEqual([real.tenantId]);
  const outside = await makeSession(team, team.owner);
  expect(await codeOf(outside.app.members.acceptForTrial.mutate({ member_id: memberId }))).toBe(
    'conflict',
  );
});

test('an address that only a member of a sandbox has is unknown to sign-in and reset', async () => {
  const { rows } = await api().sql.query<{ email: string }>(
    `select email from member where tenant_id = $1 and role = 'owner'`,
    [sandbox.tenantId],
  );
  const email = rows[0]?.email ?? '';
  expect(await codeOf(signIn(api(), { email }))).toBe('wrong_credentials');
  const { app } = await makeSession(team, team.owner);
  await app.account.requestReset.mutate({ email });
  expect(await count('one_time_link where email = $1', [email])).toBe(0);
});

describe('nobody else', () => {
  test('enters a sandbox: neither a stranger nor a former member, whose sessions and keys end at once', async () => {
    const stranger = await makeTeam(api());
    const outside = await makeSession(stranger, stranger.owner);
    const enter = outside.app.session.switchTeam.mutate({ tenant_id: sandbox.tenantId });
    expect(await codeOf(enter)).toBe('not_found');
    const forced = await visit(sandbox, stranger.owner);
    expect((await forced.app.session.current.query({}))?.team).toBeNull();
    expect(await codeOf(forced.app.team.get.query({}))).toBe('no_team');

    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    const second = await team.addMember({ role: 'admin' });
    const inside = await visit(sandbox, admin);
    const made = await inside.app.apiKeys.create.mutate({
      name: 'Mine',
      scopes: ['users:write', 'users:read'],
    });
    const promote = () =>
      api().request('POST', '/users', {
        key: made.key,
        body: { email: `${randomUUID()}@example.com`, role: 'admin' },
      });
    expect((await promote()).status).toBe(201);
    const { app } = await makeSession(team, team.owner);
    const { version } = await app.members.get.query({ member_id: admin.memberId });
    await app.members.changeRole.mutate({ member_id: admin.memberId, version, role: 'member' });
    expect((await promote()).body.code).toBe('insufficient_scope');
    expect(await codeOf(inside.app.apiKeys.list.query({}))).toBe('forbidden');
    await app.members.remove.mutate({ member_id: admin.memberId });
    expect(await codeOf(inside.app.team.get.query({}))).toBe('no_team');
    expect(second.memberId).not.toBe(admin.memberId);
  });

  test('uses a proof of one team in the other', async () => {
    const { app } = await makeSession(team, team.owner);
    await app.session.switchTeam.mutate({ tenant_id: sandbox.tenantId });
    const create = app.apiKeys.create.mutate({ name: 'New', scopes: ['users:read'] });
    expect(await codeOf(create)).toBe('fresh_proof_required');
  });

  test('finds a member of the team in the sandbox, or the other way round', async () => {
    const ids = await sandbox.request('GET', '/users');
    const [one] = (ids.body.data as { id: string }[]) ?? [];
    expect((await team.request('GET', `/users/${one?.id}`)).status).toBe(404);
    expect((await sandbox.request('GET', `/users/${team.owner.memberId}`)).status).toBe(404);
    const body = { user_id: team.owner.userId, title: 'Not here' };
    expect((await sandbox.request('POST', '/assignments', { body })).status).toBeGreaterThan(399);
  });
});

test('a sandbox speaks the language of the person who makes it, and a reset that of the person who resets it', async () => {
  const browser = await makeSession(team, team.owner);
  browser.headers = { 'accept-language': 'en' };
  const { id } = await browser.app.sandboxes.create.mutate({ name: 'English' });
  await untilReady(team, id);
  expect(await titlesOf(id)).toContain('First talk at the trade fair');
  browser.headers = { 'accept-language': 'de' };
  await browser.app.sandboxes.reset.mutate({ sandbox_id: id });
  await untilReady(team, id);
  expect(await titlesOf(id)).toContain('Erstgespräch auf der Messe');
  await browser.app.sandboxes.remove.mutate({ sandbox_id: id });
});
