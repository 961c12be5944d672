import { describe, expect, test } from 'vitest';
import { hashKey, parseKey } from '../../src/auth/key-format.ts';
import { keyTemplates, scopes } from '../../src/auth/scopes.ts';
import { type Grace, keyFields, listedKey } from '../../src/features/api-keys/api-keys.schema.ts';
import { type CreateKey, createKey } from '../../src/features/api-keys/create-key.ts';
import { listAllKeys } from '../../src/features/api-keys/list-keys.ts';
import { revokeKey } from '../../src/features/api-keys/revoke-key.ts';
import { rotateKey } from '../../src/features/api-keys/rotate-key.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import { useDatabase } from '../harness/use-database.ts';
import { overlap } from './harness/overlap.ts';
import { later, NOW, newTeam } from './harness/team.ts';

const database = useDatabase();

async function teamWithKey(input: Partial<CreateKey> = {}) {
  const team = await newTeam(database().pool);
  const key = await team.do((call) =>
    createKey(call, { name: 'Key', scopes: ['users:read'], ...input }),
  );
  const rotate = (grace: Grace, at = NOW, created_by?: string) =>
    team.do((call) => rotateKey(call, { key_id: key.key_id, grace, created_by }), at);
  const revoke = (at = NOW) => team.do((call) => revokeKey(call, key.key_id), at);
  const stateAt = async (at: Date) => {
    const listed = await team.do((call) => listAllKeys(call), at);
    return listed.find(({ key_id }) => key_id === key.key_id)?.state;
  };
  return { team, key, rotate, revoke, stateAt };
}

async function rowOf(keyId: string) {
  const { rows } = await database().pool.query('select * from api_key where id = $1', [keyId]);
  return rows[0];
}

test('a key has the format of D37 and only its SHA-256 is stored (D38)', async () => {
  const { key } = await teamWithKey();
  expect(parseKey(key.key)).toEqual({ prefix: key.key_prefix });
  const row = await rowOf(key.key_id);
  expect(row.hash).toEqual(hashKey(key.key));
  expect(JSON.stringify(row)).not.toContain(key.key.slice(-20));
});

test('scopes are kept in table order, once each (D51)', async () => {
  const { key } = await teamWithKey({
    scopes: keyFields.scopes.parse(['cases:read', 'users:read', 'cases:read']),
  });
  expect((await rowOf(key.key_id)).scopes).toEqual(['users:read', 'cases:read']);
});

test('D49: read_only is the eight :read scopes, read_and_assignments adds assignments:write', () => {
  const read = [
    'users:read',
    'trainings:read',
    'evaluations:read',
    'assignments:read',
    'cases:read',
    'catalog:read',
    'analytics:read',
    'events:read',
  ];
  expect(keyTemplates.read_only).toEqual(read);
  expect(keyTemplates.read_and_assignments).toEqual([...read, 'assignments:write']);
});

test('"≥1 scope" (D49)', async () => {
  await expect(teamWithKey({ scopes: [] })).rejects.toThrow();
  expect(keyFields.scopes.safeParse([]).success).toBe(false);
});

test('IP lists are masked, and mapped addresses normalised (D40)', async () => {
  const input = ['192.168.7.9/24', '::ffff:10.0.0.1', '192.168.7.0/24', '2001:db8::1/32'];
  const { team, key } = await teamWithKey({ ip_ranges: keyFields.ip_ranges.parse(input) });
  const [listed] = await team.do((call) => listAllKeys(call));
  expect(listed).toMatchObject({
    key_id: key.key_id,
    ip_ranges: ['192.168.7.0/24', '10.0.0.1/32', '2001:db8::/32'],
  });
});

test('the expiry lies in the future', async () => {
  await expect(teamWithKey({ expires_at: NOW })).rejects.toMatchObject({
    code: 'validation_error',
    details: { field: 'expires_at' },
  });
  await expect(teamWithKey({ expires_at: later(1) })).resolves.toBeDefined();
});

describe('"creation: role admin or owner, and right schnittstellen" (D50)', () => {
  test('the owner makes the key when nobody is named', async () => {
    const { team, key } = await teamWithKey();
    expect((await rowOf(key.key_id)).created_by).toBe(team.owner_member_id);
  });

  test.for([
    ['an admin with the right', 'admin', true, true],
    ['an admin without it', 'admin', false, false],
    ['a member with the right', 'member', true, false],
  ] as const)('%s', async ([, role, granted, allowed]) => {
    const { team, rotate } = await teamWithKey();
    const { member_id } = await team.do((call) =>
      addMember(call, { email: 'x@example.com', role }),
    );
    const rights = granted ? ['schnittstellen'] : [];
    await database().pool.query('update member set rights = $2 where id = $1', [member_id, rights]);
    const make = () =>
      team.do((call) => createKey(call, { name: 'K', scopes: [...scopes], created_by: member_id }));
    const refusal = { code: 'validation_error', details: { field: 'created_by' } };
    if (!allowed) {
      await expect(make()).rejects.toMatchObject(refusal);
      await expect(rotate('0', NOW, member_id)).rejects.toMatchObject(refusal);
      return;
    }
    expect((await rowOf((await make()).key_id)).created_by).toBe(member_id);
    const { key_id } = await rotate('0', NOW, member_id);
    expect((await rowOf(key_id)).created_by).toBe(member_id);
  });

  test("another team's owner, or nobody, cannot make a key", async () => {
    const { team } = await teamWithKey();
    const other = await newTeam(database().pool);
    for (const created_by of [other.owner_member_id, 'mem_unknown']) {
      await expect(
        team.do((call) => createKey(call, { name: 'K', scopes: ['users:read'], created_by })),
      ).rejects.toMatchObject({ details: { field: 'created_by' } });
    }
  });
});

describe('rotation', () => {
  test('inherits scopes, IP list, expiry, name and lineage; the creator is the person who rotates (D46)', async () => {
    const expires_at = later(90 * DAY_MS);
    const { key, rotate } = await teamWithKey({ ip_ranges: ['10.0.0.0/8'], expires_at });
    const next = await rotate('7d');
    const [old, made] = [await rowOf(key.key_id), await rowOf(next.key_id)];
    for (const name of ['tenant_id', 'lineage_id', 'name', 'scopes', 'ip_ranges']) {
      expect(made[name], name).toEqual(old[name]);
    }
    expect(made).toMatchObject({ expires_at, rotated_at: null, revoked_at: null });
    expect(made.prefix).not.toBe(old.prefix);
    expect(old).toMatchObject({ rotated_at: NOW, expires_at: later(WEEK_MS) });
  });

  test.for([
    ['0', 0],
    ['1h', HOUR_MS],
    ['24h', DAY_MS],
    ['7d', WEEK_MS],
    ['30d', 30 * DAY_MS],
  ] as const)('with grace %s, "valid strictly before the deadline" (D45)', async ([grace, ms]) => {
    const { rotate, stateAt } = await teamWithKey();
    expect((await rotate(grace)).old_key_valid_until).toBe(later(ms).toISOString());
    if (ms > 0) expect(await stateAt(later(ms - 1))).toBe('in_grace');
    expect(await stateAt(later(ms))).toBe('expired');
  });

  test('"old end = min(grace, own expiry)" (D45)', async () => {
    const { rotate } = await teamWithKey({ expires_at: later(HOUR_MS) });
    expect((await rotate('7d')).old_key_valid_until).toBe(later(HOUR_MS).toISOString());
  });

  test('a key cannot be rotated twice, or when it is revoked or expired', async () => {
    const twice = await teamWithKey();
    await twice.rotate('7d');
    await expect(twice.rotate('7d')).rejects.toMatchObject({ code: 'conflict' });
    const revoked = await teamWithKey();
    await revoked.revoke();
    await expect(revoked.rotate('7d')).rejects.toMatchObject({ code: 'conflict' });
    const expired = await teamWithKey({ expires_at: later(HOUR_MS) });
    await expect(expired.rotate('7d', later(HOUR_MS))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a second rotation waits for the first one, and is refused', async () => {
    const { team, key, rotate } = await teamWithKey();
    const outcome = await overlap(
      database().pool,
      (hold) =>
        team.do(async (call) => {
          await rotateKey(call, { key_id: key.key_id, grace: '1h' });
          await hold();
        }),
      () => rotate('1h'),
    );
    expect(outcome).toMatchObject({ code: 'conflict' });
    expect(await team.do((call) => listAllKeys(call))).toHaveLength(2);
  });

  test("another team's key is unknown", async () => {
    const { key } = await teamWithKey();
    const other = await newTeam(database().pool);
    const refusal = { code: 'not_found' };
    await expect(
      other.do((call) => rotateKey(call, { key_id: key.key_id, grace: '0' })),
    ).rejects.toMatchObject(refusal);
    await expect(other.do((call) => revokeKey(call, key.key_id))).rejects.toMatchObject(refusal);
    expect(await other.do((call) => listAllKeys(call))).toEqual([]);
  });
});

test('revocation is final: the first moment stays, even for a key in its grace period (D45)', async () => {
  const { rotate, revoke, stateAt } = await teamWithKey();
  await rotate('7d');
  const first = await revoke(later(HOUR_MS));
  expect(first.revoked_at).toBe(later(HOUR_MS).toISOString());
  expect(await revoke(later(DAY_MS))).toEqual(first);
  expect(await stateAt(later(HOUR_MS))).toBe('revoked');
});

test('a key within seven days of its end is expiring (D47)', async () => {
  const { stateAt } = await teamWithKey({ expires_at: later(8 * DAY_MS) });
  expect(await stateAt(later(DAY_MS - 1))).toBe('active');
  expect(await stateAt(later(DAY_MS))).toBe('expiring');
  expect(await stateAt(later(8 * DAY_MS))).toBe('expired');
});

test('a list of keys contains no secret', async () => {
  const { team, key } = await teamWithKey();
  const [listed] = await team.do((call) => listAllKeys(call));
  expect(listedKey.parse(listed)).toEqual(listed);
  expect(JSON.stringify(listed)).not.toContain(key.key);
});

test('every action on a key leaves its audit row, without the key (D169)', async () => {
  const { team, key, rotate, revoke } = await teamWithKey();
  const next = await rotate('1h');
  await revoke();
  await revoke();
  const { rows } = await database().pool.query(
    `select action, target_id, actor_kind, changes::text as changes from audit_entry
     where tenant_id = $1 order by id`,
    [team.tenant_id],
  );
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'api_key.created',
    'api_key.revoked',
    'api_key.rotated',
    'team.created',
  ]);
  const text = JSON.stringify(rows);
  for (const secret of [key.key, next.key]) expect(text).not.toContain(secret.slice(-40));
});
