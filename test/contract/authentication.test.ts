import { beforeAll, describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { comparable } from '../harness/comparable.ts';
import { unknownKey, wrongKey } from '../harness/keys.ts';
import { rateOf } from '../harness/response.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

// With one proxy in front, a test can come from any address.
const api = useApi({ env: { TRUST_PROXY: '1' } });

const statusFrom = async (key: string, ip: string) => {
  const headers = { 'x-forwarded-for': ip };
  return (await api().request('GET', '/me', { key, headers })).status;
};
const statusOf = async (key: string) => (await api().request('GET', '/me', { key })).status;

describe('D39: the body and headers are identical for all seven causes', () => {
  let team: TestTeam;
  const causes: Record<string, () => Promise<string | undefined> | string | undefined> = {
    missing: () => undefined,
    unknown: () => unknownKey(),
    malformed: () => 'svck_live_short',
    wrong: () => wrongKey(team.keyPrefix),
    expired: async () => {
      const expiresAt = new Date(api().clock.now().getTime() + 1);
      return (await team.createKey({ expiresAt })).key;
    },
    revoked: async () => {
      const { key, key_id } = await team.createKey();
      await team.revokeKey(key_id);
      return key;
    },
    'not allowed from this IP': async () => (await team.createKey({ ipRanges: ['192.0.2.7'] })).key,
  };

  let last = 0;
  const refusal = async (cause: string) => {
    const key = await causes[cause]?.();
    last += 1;
    // Each cause has an address of its own, so that the rate numbers are comparable too (D52: no oracle).
    const headers = { 'x-forwarded-for': `198.51.100.${last}`, 'accept-language': 'en' };
    const response = await api().request('GET', '/users', { key, headers });
    expect(response.status).toBe(401);
    return { ...comparable(response), rate: rateOf(response) };
  };

  beforeAll(async () => {
    team = await makeTeam(api());
  });

  test.each(Object.keys(causes))('%s', async (cause) => {
    const expected = await refusal('missing');
    expect(await refusal(cause)).toEqual(expected);
    expect(expected).toMatchObject({
      headers: { 'www-authenticate': 'Bearer realm="api"' },
      rate: { limit: 120, remaining: 119, reset: 60 },
    });
    const { type: _, ...problem } = JSON.parse(expected.text);
    expect(problem).toEqual({
      title: 'Unauthorized',
      status: 401,
      code: 'unauthorized',
      detail: 'No valid API key was given.',
      request_id: '(request id)',
    });
  });

  test('a wrong key of a suspended team is still 401, not 403', async () => {
    const suspended = await makeTeam(api(), { status: 'suspended' });
    expect(await statusOf(wrongKey(suspended.keyPrefix))).toBe(401);
  });
});

describe('D36: header forms', () => {
  let key: string;
  const statusWith = async (authorization: string, path = '/me', headers = {}) =>
    (await api().request('GET', path, { headers: { authorization, ...headers } })).status;

  beforeAll(async () => {
    key = (await makeTeam(api())).key;
  });

  test('the scheme is case-insensitive', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect(await statusWith(`${scheme} ${key}`)).toBe(200);
    }
  });

  test('other schemes and shapes are 401', async () => {
    const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    for (const value of [
      key,
      basic,
      `Token ${key}`,
      `Bearer`,
      `Bearer ${key} x`,
      `Bearer"${key}"`,
    ]) {
      expect([value, await statusWith(value)]).toEqual([value, 401]);
    }
  });

  test('a key in the query or in a cookie is never read', async () => {
    const inQuery = await api().request('GET', `/me?access_token=${key}&key=${key}`);
    expect(inQuery.status).toBe(401);
    const headers = { cookie: `key=${key}; Authorization=Bearer ${key}`, 'x-api-key': key };
    expect((await api().request('GET', '/me', { headers })).status).toBe(401);
  });

  test('of two Authorization headers, a valid key in the second does not count', async () => {
    const response = await api().sendBytes(
      `GET ${BASE_PATH}/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${unknownKey()}\r\n` +
        `Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(response.status).toBe(401);
  });
});

test('D37: every key has the published form, and each changed character makes it invalid', async () => {
  const { key } = await makeTeam(api());
  expect(key).toMatch(/^svck_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}$/);
  for (const place of [0, 5, 12, 20, 21, 40, 66, 69]) {
    const changed = key[place] === 'a' ? 'b' : 'a';
    expect(await statusOf(key.slice(0, place) + changed + key.slice(place + 1))).toBe(401);
  }
  expect(await statusOf(key)).toBe(200);
});

test('D38: the database holds the SHA-256 of the whole key and nothing of the secret', async () => {
  const team = await makeTeam(api());
  const { rows } = await api().sql.query('select k.*, encode(k.hash, $1) as hex from api_key k', [
    'hex',
  ]);
  const stored = JSON.stringify(rows);
  expect(stored).toContain(team.keyPrefix);
  expect(stored).not.toContain(team.key.slice(21, 40));
});

describe('D40: IP lists', () => {
  const allowed: [ranges: string[], ip: string, status: number][] = [
    [['192.0.2.7'], '192.0.2.7', 200],
    [['192.0.2.7'], '192.0.2.8', 401],
    [['192.0.2.0/24'], '192.0.2.255', 200],
    [['192.0.2.0/24'], '192.0.3.0', 401],
    [['192.0.2.77/24'], '192.0.2.1', 200],
    [['10.0.0.0/8', '192.0.2.7'], '10.255.0.1', 200],
    [['2001:db8::/32'], '2001:db8:ffff::1', 200],
    [['2001:db8::/32'], '2001:db9::1', 401],
    [['2001:db8::1'], '2001:0db8:0000:0000:0000:0000:0000:0001', 200],
    [['192.0.2.7'], '::ffff:192.0.2.7', 200],
    [['192.0.2.7'], '::ffff:c000:207', 200],
    [['::ffff:192.0.2.0/120'], '192.0.2.9', 200],
    [['192.0.2.7'], '2001:db8::1', 401],
    [['0.0.0.0/0'], '203.0.113.9', 200],
    [['0.0.0.0/0'], '2001:db8::1', 401],
    [['192.0.2.7'], 'unknown', 401],
    [['0.0.0.0/0', '::/0'], 'not-an-ip', 401],
    [[], 'not-an-ip', 200],
  ];

  test.each(allowed)('list %j, client %s: %i', async (ipRanges, ip, status) => {
    const { key } = await makeTeam(api(), { ipRanges });
    expect(await statusFrom(key, ip)).toBe(status);
  });
});

describe('D41: the client IP behind proxies', () => {
  const behind = async (trustProxy: string, xForwardedFor: string) => {
    const { key } = await makeTeam(api(), { ipRanges: ['192.0.2.7'] });
    const other = await api().beside({ env: { TRUST_PROXY: trustProxy } });
    const headers = { 'x-forwarded-for': xForwardedFor };
    const { status } = await other.request('GET', '/me', { key, headers });
    await other.close();
    return status;
  };

  test('without TRUST_PROXY the header is not believed', async () => {
    expect(await behind('none', '192.0.2.7')).toBe(401);
  });

  test('a hop count takes that entry from the right, whatever the client has written before it', async () => {
    expect(await behind('1', '192.0.2.7')).toBe(200);
    expect(await behind('1', '192.0.2.7, 203.0.113.1')).toBe(401);
    expect(await behind('1', '203.0.113.1, 192.0.2.7')).toBe(200);
    expect(await behind('2', '192.0.2.7, 203.0.113.1')).toBe(200);
    expect(await behind('2', '192.0.2.7, 203.0.113.1, 203.0.113.2')).toBe(401);
  });

  test('a CIDR list skips our own proxies from the right', async () => {
    expect(await behind('127.0.0.0/8', '192.0.2.7')).toBe(200);
    expect(await behind('127.0.0.0/8,10.0.0.0/8', '192.0.2.7, 10.1.1.1')).toBe(200);
    expect(await behind('127.0.0.0/8', '192.0.2.7, 10.1.1.1')).toBe(401);
    expect(await behind('10.0.0.0/8', '192.0.2.7')).toBe(401);
  });
});

describe('the life of a key', () => {
  test('D44: a revocation counts at once', async () => {
    const team = await makeTeam(api());
    expect(await statusOf(team.key)).toBe(200);
    await team.revokeKey(team.keyId);
    expect(await statusOf(team.key)).toBe(401);
  });

  test('D45, D47: a key is valid strictly before its deadline', async () => {
    const still = await api().beside({ tickMs: 0 });
    const expiresAt = new Date(api().clock.now().getTime() + HOUR_MS);
    const { key } = await makeTeam(api(), { expiresAt });
    api().clock.travel(HOUR_MS - 1);
    expect((await still.request('GET', '/me', { key })).status).toBe(200);
    api().clock.travel(1);
    expect((await still.request('GET', '/me', { key })).status).toBe(401);
    await still.close();
  });

  test('D45: old and new key overlap for the grace period, and 0 ends the old one at once', async () => {
    const team = await makeTeam(api());
    const second = await team.rotateKey(team.keyId, '1h');
    expect([await statusOf(team.key), await statusOf(second.key)]).toEqual([200, 200]);
    api().clock.travel(HOUR_MS);
    expect([await statusOf(team.key), await statusOf(second.key)]).toEqual([401, 200]);
    const third = await team.rotateKey(second.key_id, '0');
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200]);
  });

  test("D45: the grace period does not outlive the key's own expiry, and can be ended early", async () => {
    const expiresAt = new Date(api().clock.now().getTime() + 2 * HOUR_MS);
    const team = await makeTeam(api(), { expiresAt });
    const second = await team.rotateKey(team.keyId, '7d');
    api().clock.travel(2 * HOUR_MS);
    expect([await statusOf(team.key), await statusOf(second.key)]).toEqual([401, 401]);
    const other = await makeTeam(api());
    await other.rotateKey(other.keyId, '7d');
    await other.revokeKey(other.keyId);
    expect(await statusOf(other.key)).toBe(401);
  });

  test('D46: a rotated key inherits scopes and IP list and has its own 120 a minute', async () => {
    const team = await makeTeam(api(), { scopes: ['cases:read'], ipRanges: ['192.0.2.7'] });
    await statusFrom(team.key, '192.0.2.7');
    const second = await team.rotateKey(team.keyId, '24h');
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const me = await api().request('GET', '/me', { key: second.key, headers });
    expect(me.body.scopes).toEqual(['cases:read']);
    expect(rateOf(me)).toMatchObject({ limit: 120, remaining: 119 });
    expect(await statusFrom(second.key, '192.0.2.8')).toBe(401);
  });

  test('D50: a key survives its creator', async () => {
    const team = await makeTeam(api());
    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    await team.addMember({ role: 'admin' });
    const { key } = await team.createKey({ createdBy: admin.memberId });
    expect((await team.request('DELETE', `/users/${admin.memberId}`)).status).toBe(200);
    expect(await statusOf(key)).toBe(200);
  });
});

describe('D42: what the creator may do is judged per request', () => {
  const makeAdmin = (key: string, memberId: string, role = 'admin') =>
    api().request('PATCH', `/users/${memberId}`, { key, body: { role } });

  test('a key of a demoted or removed admin no longer grants or revokes admin; D43: the refusal names no scope', async () => {
    const team = await makeTeam(api());
    await team.addMember({ role: 'admin' });
    const creator = await team.addMember({ role: 'admin', canManageKeys: true });
    const { key } = await team.createKey({ createdBy: creator.memberId });
    const target = await team.addMember();
    expect((await makeAdmin(key, target.memberId)).status).toBe(200);

    await makeAdmin(team.key, creator.memberId, 'member');
    const refused = await makeAdmin(key, target.memberId, 'member');
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body).not.toHaveProperty('required_scope');
    expect(refused.body.detail).toBeTruthy();

    await makeAdmin(team.key, creator.memberId, 'admin');
    expect((await makeAdmin(key, target.memberId, 'member')).status).toBe(200);
    await team.request('DELETE', `/users/${creator.memberId}`);
    expect((await makeAdmin(key, target.memberId)).status).toBe(403);
  });

  test('everything else still works with the key of a removed creator', async () => {
    const team = await makeTeam(api());
    await team.addMember({ role: 'admin' });
    const creator = await team.addMember({ role: 'admin', canManageKeys: true });
    const { key } = await team.createKey({ createdBy: creator.memberId });
    await team.request('DELETE', `/users/${creator.memberId}`);
    const body = { email: 'somebody-new@example.com' };
    expect((await api().request('POST', '/users', { key, body })).status).toBe(201);
    const admin = { email: 'somebody-else@example.com', role: 'admin' };
    expect((await api().request('POST', '/users', { key, body: admin })).status).toBe(403);
  });
});
