import { describe, expect, test } from 'vitest';
import { inTableOrder, keyTemplates, scopes } from '../../src/auth/scopes.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { codeOf, errorOf, makePerson, makeSession } from '../harness/app.ts';
import { insertSandbox, visit } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { useKeys } from './harness/api-keys.ts';

const { api, auditOf, create, get, owner, soon, statusOf, team } = useKeys();

describe('create', () => {
  test('a key works at once, and only this answer shows it', async () => {
    const made = await create();
    expect(await statusOf(made.key)).toBe(200);
    const shown = JSON.stringify([
      await owner().app.apiKeys.list.query({}),
      await get(made.key_id),
      await auditOf(made.key_id),
    ]);
    expect(shown).toContain(made.key_prefix);
    expect(shown).not.toContain(made.key.slice(-20));
  });

  test('a key for the documentation belongs to a sandbox, has all scopes and ends after an hour', async () => {
    expect(await codeOf(owner().app.apiKeys.createForDocs.mutate({}))).toBe('not_a_sandbox');
    const sandbox = new TestTeam(api(), await insertSandbox(team()), team().owner);
    const visitor = await visit(sandbox, sandbox.owner);
    const { key, key_id } = await visitor.app.apiKeys.createForDocs.mutate({});
    const made = await visitor.app.apiKeys.get.query({ key_id });
    expect(made).toMatchObject({ scopes, expires_at: soon(HOUR_MS) });
    expect(await statusOf(key)).toBe(200);
    const { rows } = await api().sql.query(
      `select action from audit_entry where tenant_id = $1 and target_id = $2`,
      [sandbox.tenantId, key_id],
    );
    expect(rows).toEqual([{ action: 'api_key.created' }]);
  });

  test.each(Object.entries(keyTemplates))('the template %s (D49)', async (template, listed) => {
    const scopes = inTableOrder(listed);
    const { key, key_id } = await create({ template });
    expect(await get(key_id)).toMatchObject({ template, scopes });
    const me = await api().request('GET', '/me', { key });
    expect(me.body.scopes).toEqual(scopes);
  });

  test('a key may do exactly what the selection of scopes says, in the order of the table (D51)', async () => {
    const scopes = ['catalog:read', 'users:read', 'catalog:read'];
    const { key, key_id } = await create({ template: undefined, scopes });
    expect(await get(key_id)).toMatchObject({
      template: null,
      scopes: ['users:read', 'catalog:read'],
    });
    expect(await statusOf(key, '/users')).toBe(200);
    expect(await statusOf(key, '/cases')).toBe(403);
  });

  test.each([
    [
      'IPv4, host bits masked',
      ['198.51.100.9/24'],
      ['198.51.100.0/24'],
      '198.51.100.200',
      '198.51.101.1',
    ],
    ['one IPv6 address', ['2001:DB8::1'], ['2001:db8::1/128'], '2001:db8:0::1', '2001:db8::2'],
    [
      'IPv4 mapped into IPv6',
      ['::ffff:203.0.113.4'],
      ['203.0.113.4/32'],
      '::ffff:203.0.113.4',
      '203.0.113.5',
    ],
    ['twice the same', ['10.0.0.1', '10.0.0.1/32'], ['10.0.0.1/32'], '10.0.0.1', '10.0.0.2'],
    ['all of IPv4', ['0.0.0.0/0'], ['0.0.0.0/0'], '203.0.113.4', '2001:db8::1'],
  ])('a list of addresses: %s (D40)', async (_, ip_ranges, stored, inside, outside) => {
    const { key, key_id } = await create({ ip_ranges });
    const { warnings, ...shown } = await get(key_id);
    expect(shown.ip_ranges).toEqual(stored);
    expect(warnings).toEqual(stored[0] === '0.0.0.0/0' ? ['any_address'] : []);
    expect(await statusOf(key, '/me', inside)).toBe(200);
    expect(await statusOf(key, '/me', outside)).toBe(401);
  });

  test('a key ends at the moment of its expiry', async () => {
    const { key, key_id } = await create({ expires_at: soon(HOUR_MS) });
    api().clock.travel(HOUR_MS - 1);
    expect(await statusOf(key)).toBe(200);
    expect((await get(key_id)).state).toBe('expiring');
    api().clock.travel(1);
    expect(await statusOf(key)).toBe(401);
    expect((await get(key_id)).state).toBe('expired');
  });

  test.each([
    ['no name', { name: ' ' }, '/name'],
    ['a long name', { name: 'x'.repeat(101) }, '/name'],
    ['a name of two lines', { name: 'CRM\nBcc: a@example.com' }, '/name'],
    ['no scope', { template: undefined, scopes: [] }, '/scopes'],
    ['neither scopes nor template', { template: undefined }, '/scopes'],
    ['scopes and template', { scopes: ['users:read'] }, '/scopes'],
    ['an unknown scope', { template: undefined, scopes: ['users:all'] }, '/scopes/0'],
    ['an unknown template', { template: 'everything' }, '/template'],
    ['no address', { ip_ranges: ['10.0.0.1', 'office'] }, '/ip_ranges/1'],
    ['a range that is too long', { ip_ranges: ['10.0.0.0/33'] }, '/ip_ranges/0'],
    ['an address with a zone', { ip_ranges: ['fe80::1%eth0'] }, '/ip_ranges/0'],
    [
      '51 addresses',
      { ip_ranges: Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`) },
      '/ip_ranges',
    ],
    ['no date', { expires_at: 'tomorrow' }, '/expires_at'],
    ['an unknown field', { created_by: 'mem_1' }, '/created_by'],
  ])('a new key with %s is refused', async (_, input, pointer) => {
    const { code, errors } = await errorOf(create(input));
    expect([code, errors?.map((issue) => issue.pointer)]).toEqual(['validation_error', [pointer]]);
  });

  test.each([0, -1, -DAY_MS])('a new key that ends in %i ms is refused', async (ms) => {
    const { code, field } = await errorOf(create({ expires_at: soon(ms) }));
    expect([code, field]).toEqual(['validation_error', 'expires_at']);
  });

  test('the caller is the creator, and the audit entry says who has chosen what (D50, D169)', async () => {
    const admin = await makePerson(team(), { role: 'admin', canManageKeys: true });
    const browser = await makeSession(team(), admin);
    const { key_id } = await browser.app.apiKeys.create.mutate({
      name: 'Reports',
      scopes: ['users:read'],
      ip_ranges: ['10.0.0.0/8'],
      expires_at: soon(DAY_MS),
    });
    expect(await get(key_id)).toMatchObject({
      created_by: admin.memberId,
      creator: {
        is_me: false,
        name: 'A person',
        email: admin.email,
        role: 'admin',
        status: 'active',
      },
      warnings: [],
    });
    expect(await auditOf(key_id)).toEqual([
      {
        actor_kind: 'user',
        actor_id: admin.memberId,
        action: 'api_key.created',
        changes: {
          name: 'Reports',
          scopes: ['users:read'],
          ip_ranges: ['10.0.0.0/8'],
          expires_at: soon(DAY_MS),
          created_by: admin.memberId,
        },
      },
    ]);
  });

  test('at most 500 keys of a team work at the same time', async () => {
    await api().sql.query(
      `insert into api_key (id, tenant_id, lineage_id, prefix, hash, name, scopes, created_by, created_at)
       select 'key_' || n || $1, $1, 'lin', n || $1, sha256('x'), 'Many', '{users:read}', 'mem', now()
       from generate_series(1, 498) n`,
      [team().tenantId],
    );
    const { key_id } = await create();
    expect((await errorOf(create())).detail).toContain('500 keys');
    expect(await codeOf(owner().app.apiKeys.duplicate.mutate({ key_id }))).toBe('conflict');
    const rotate = (grace: '0' | '1h') => owner().app.apiKeys.rotate.mutate({ key_id, grace });
    expect((await errorOf(rotate('1h'))).detail).toContain('500 keys');
    expect((await get(key_id)).state).toBe('active');
    // Without a grace period the new key takes the place of the old one.
    const { key_id: successor } = await rotate('0');
    expect((await errorOf(create())).detail).toContain('500 keys');
    await owner().app.apiKeys.revoke.mutate({ key_id: successor });
    expect(await codeOf(create())).toBe('ok');
  });

  test('a person makes at most 60 keys in an hour, even revoked or rotated ones, because the owner gets a mail about each', async () => {
    await api().sql.query(
      `insert into api_key (id, tenant_id, lineage_id, prefix, hash, name, scopes, created_by, created_at,
         revoked_at)
       select 'key_' || n || $1, $1, 'lin', n || $1, sha256('x'), 'Many', '{users:read}', $2, $3, $3
       from generate_series(1, 57) n`,
      [team().tenantId, team().owner.memberId, soon(1 - HOUR_MS)],
    );
    // The team's key counts too, because it was made in the owner's name.
    const { key_id } = await create();
    const rotate = () => owner().app.apiKeys.rotate.mutate({ key_id, grace: '0' });
    const { key_id: made } = await rotate();
    await owner().app.apiKeys.revoke.mutate({ key_id: made });
    expect(await errorOf(create())).toMatchObject({ code: 'rate_limited', retry_after: 1 });
    const admin = await makePerson(team(), { role: 'admin', canManageKeys: true });
    const { apiKeys } = (await makeSession(team(), admin)).app;
    expect(await codeOf(apiKeys.create.mutate({ name: 'CRM', template: 'read_only' }))).toBe('ok');
    // The key counts for the person who rotates, not for the person who made it.
    const { key_id: ofOwner } = await team().createKey();
    expect(await codeOf(apiKeys.rotate.mutate({ key_id: ofOwner, grace: '0' }))).toBe('ok');
    // The operator's command has no such limit.
    await team().createKey();
    api().clock.travel(1);
    expect(await codeOf(create())).toBe('ok');
  });
});

test('every procedure treats a key of another team as unknown', async () => {
  const other = await makeTeam(api());
  const key_id = other.keyId;
  const { apiKeys } = owner().app;
  const calls = {
    get: () => apiKeys.get.query({ key_id }),
    duplicate: () => apiKeys.duplicate.mutate({ key_id }),
    rotate: () => apiKeys.rotate.mutate({ key_id, grace: '0' }),
    rename: () => apiKeys.rename.mutate({ key_id, name: 'Mine', version: 'abcdefgh' }),
    endGrace: () => apiKeys.endGrace.mutate({ key_id }),
    revoke: () => apiKeys.revoke.mutate({ key_id }),
  };
  for (const [name, call] of Object.entries(calls)) {
    expect([name, await codeOf(call())]).toEqual([name, 'not_found']);
  }
  expect(await statusOf(other.key)).toBe(200);
});

test('on the plan free, keys say "not included"', async () => {
  await team().set({ plan: 'free' });
  expect(await codeOf(owner().app.apiKeys.list.query({}))).toBe('not_included');
  expect(await codeOf(create())).toBe('not_included');
});

test('a suspended team sees its keys, but cannot make or change any', async () => {
  const { key_id } = await create();
  await team().set({ status: 'suspended' });
  expect(await codeOf(get(key_id))).toBe('ok');
  expect(await codeOf(create())).toBe('team_suspended');
  expect(await codeOf(owner().app.apiKeys.revoke.mutate({ key_id }))).toBe('team_suspended');
});

test('a new owner without the granted right makes keys, because an owner always may', async () => {
  await api().sql.query(`update member set rights = '{}' where id = $1`, [team().owner.memberId]);
  expect(await codeOf(create())).toBe('ok');
});

test('a lost answer loses no key: with the same Idempotency-Key the same key is shown again', async () => {
  const text = JSON.stringify({ name: 'CRM', template: 'read_only' });
  const ask = async () => {
    const response = await owner().post('apiKeys.create', text, { 'idempotency-key': 'create-1' });
    return (await response.json()) as { result: { data: { key: string } } };
  };
  const first = await ask();
  expect(await ask()).toEqual(first);
  expect(await statusOf(first.result.data.key)).toBe(200);
  expect((await owner().app.apiKeys.list.query({})).data).toHaveLength(2);
});
