import { describe, expect, test } from 'vitest';
import { unknownKey, wrongKey } from '../harness/keys.ts';
import { type ApiResponse, rateOf } from '../harness/response.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

// The clock stands still unless a test moves it, so every number below is exact.
const api = useApi({ tickMs: 0, env: { TRUST_PROXY: '1' } });

let addresses = 0;

/** The header of a client at an address that no other test has used. */
function newAddress(): { 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` };
}

const me = (key: string, headers = {}) => api().request('GET', '/me', { key, headers });
const numbers = (response: ApiResponse) => {
  const { limit, remaining, reset } = rateOf(response);
  return [response.status, limit, remaining, reset];
};

async function times(n: number, work: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: n }, work));
}

describe('spec, Limits: 120 requests per minute and key', () => {
  test('D54, D57: exactly 120 succeed in a fixed window that starts at the first request', async () => {
    const { key } = await makeTeam(api());
    expect(numbers(await me(key))).toEqual([200, 120, 119, 60]);
    api().clock.travel(10_500);
    expect(numbers(await me(key))).toEqual([200, 120, 118, 50]);
    const burst = await times(118, () => me(key));
    expect(burst.map(({ status }) => status)).toEqual(Array(118).fill(200));
    expect(burst.map((r) => rateOf(r).remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 118 }, (_, i) => i),
    );
    const refused = await me(key);
    expect(numbers(refused)).toEqual([429, 120, 0, 50]);
    expect(refused.headers['retry-after']).toBe('50');
    expect(refused.body).toMatchObject({ code: 'rate_limited', retry_after: 50 });
  });

  test('D57: a request after exactly Retry-After seconds succeeds, and one a millisecond earlier does not', async () => {
    const { key } = await makeTeam(api());
    await me(key);
    api().clock.travel(321);
    await times(119, () => me(key));
    const refused = await me(key);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBe(60);
    api().clock.travel(60_000 - 321 - 1);
    expect(numbers(await me(key))).toEqual([429, 120, 0, 1]);
    api().clock.travel(1);
    expect(numbers(await me(key))).toEqual([200, 120, 119, 60]);
  });

  test('two windows in a row do not overlap', async () => {
    const { key } = await makeTeam(api());
    await times(120, () => me(key));
    api().clock.travel(60_000);
    const next = await times(121, () => me(key));
    expect(next.filter(({ status }) => status === 200)).toHaveLength(120);
  });

  test('if the clock was set back, a new window begins', async () => {
    const { key } = await makeTeam(api());
    await times(120, () => me(key));
    api().clock.travel(-30_001);
    expect(numbers(await me(key))).toEqual([200, 120, 119, 60]);
    api().clock.travel(30_001);
  });

  test('D54: a request that is decided after a younger one is charged to the same window', async () => {
    const { key } = await makeTeam(api());
    await times(119, () => me(key));
    api().clock.travel(-5);
    expect(numbers(await me(key))).toEqual([200, 120, 0, 60]);
    expect(numbers(await me(key))).toEqual([429, 120, 0, 60]);
    api().clock.travel(5);
  });

  test('a parallel burst of 300 requests on one key gives exactly 120 successes', async () => {
    const { key } = await makeTeam(api());
    const statuses = (await times(300, () => me(key))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
  });

  test('D54: several API processes share the windows', async () => {
    const team = await makeTeam(api(), { rateLimit: 150 });
    const second = await team.createKey();
    const other = await api().beside();
    const both = [api(), other].flatMap((process) =>
      [team.key, second.key].map((key) => times(100, () => process.request('GET', '/me', { key }))),
    );
    const statuses = (await Promise.all(both)).flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(150);
    await other.close();
  });
});

describe('spec, Limits: requests per tenant, and the tighter of the two', () => {
  test("D56: the window with fewer remaining requests is shown; in a tie, the key's", async () => {
    const team = await makeTeam(api(), { rateLimit: 122 });
    const second = await team.createKey();
    expect(numbers(await me(team.key))).toEqual([200, 120, 119, 60]);
    expect(numbers(await me(second.key))).toEqual([200, 120, 119, 60]);
    // For a third key there is a tie: the team has 122 - 3 = 119 left, and the key 120 - 1 = 119.
    const third = await team.createKey();
    expect(numbers(await me(third.key))).toEqual([200, 120, 119, 60]);
    // Now the team has 118, like the second key: still a tie. The third key then shows the team's number.
    expect(numbers(await me(second.key))).toEqual([200, 120, 118, 60]);
    expect(numbers(await me(third.key))).toEqual([200, 122, 117, 60]);
  });

  test('if the limit of a tenant is below 120, it is the effective limit', async () => {
    const { key } = await makeTeam(api(), { rateLimit: 3 });
    const seen = [await me(key), await me(key), await me(key), await me(key)].map(numbers);
    expect(seen).toEqual([
      [200, 3, 2, 60],
      [200, 3, 1, 60],
      [200, 3, 0, 60],
      [429, 3, 0, 60],
    ]);
  });

  test('D55: a refusal by one window charges neither', async () => {
    const team = await makeTeam(api(), { rateLimit: 125 });
    const second = await team.createKey();
    await times(200, () => me(team.key));
    const [status, limit, remaining] = numbers(await me(second.key));
    expect([status, limit, remaining]).toEqual([200, 125, 4]);
    await times(50, () => me(second.key));
    api().clock.travel(60_000);
    expect(numbers(await me(second.key))).toEqual([200, 120, 119, 60]);
  });

  test('the windows of key and team each begin with their own first request', async () => {
    const team = await makeTeam(api(), { rateLimit: 119 });
    await me(team.key);
    api().clock.travel(30_000);
    const second = await team.createKey();
    // The team has 119 - 2 = 117 until 30 s from now. The key alone would have 119 until 60 s from now.
    expect(numbers(await me(second.key))).toEqual([200, 119, 117, 30]);
  });

  test('teams do not share a window', async () => {
    const [one, two] = [await makeTeam(api(), { rateLimit: 1 }), await makeTeam(api())];
    await me(one.key);
    expect((await me(one.key)).status).toBe(429);
    expect(numbers(await me(two.key))).toEqual([200, 120, 119, 60]);
  });
});

describe('D58: the limits', () => {
  test('count every authenticated request: 2xx, 403, 404, 405, 409, 413, 415, 422, HEAD and replays', async () => {
    const team = await makeTeam(api(), { scopes: ['users:read', 'users:write', 'cases:write'] });
    const { key } = team;
    const ask = (method: string, path: string, options = {}) =>
      api().request(method, path, { key, ...options });
    const invitation = { body: { email: team.owner.email } };
    const replayed = {
      body: { user_id: team.owner.userId },
      headers: { 'idempotency-key': 'once' },
    };
    const requests: [() => Promise<ApiResponse>, number][] = [
      [() => ask('GET', '/users'), 200],
      [() => ask('HEAD', '/users'), 200],
      [() => ask('GET', '/catalog'), 403],
      [() => ask('GET', '/nothing'), 404],
      [() => ask('GET', '/users/none'), 404],
      [() => ask('PUT', '/users'), 405],
      [() => ask('POST', '/users', invitation), 409],
      [() => ask('POST', '/users', { raw: 'x'.repeat(300_000) }), 413],
      [() => ask('POST', '/users', { raw: '{}', headers: { 'content-type': 'a/b' } }), 415],
      [() => ask('GET', '/users?limit=0'), 422],
      [() => ask('POST', '/cases', replayed), 201],
      [() => ask('POST', '/cases', replayed), 201],
    ];
    for (const [i, [request, status]] of requests.entries()) {
      expect(numbers(await request())).toEqual([status, 120, 119 - i, 60]);
    }
  });

  test('count 403 api_disabled too', async () => {
    const { key } = await makeTeam(api(), { status: 'suspended', rateLimit: 2 });
    expect(numbers(await me(key))).toEqual([403, 2, 1, 60]);
    expect(numbers(await me(key))).toEqual([403, 2, 0, 60]);
    expect(numbers(await me(key))).toEqual([429, 2, 0, 60]);
  });

  test('do not count OPTIONS, and count openapi.v1.json for the address', async () => {
    const { key } = await makeTeam(api());
    const headers = newAddress();
    const document = await api().requestAt('GET', '/openapi.v1.json', { key, headers });
    expect(numbers(document)).toEqual([200, 120, 119, 60]);
    const options = await api().request('OPTIONS', '/me', { key, headers });
    expect(numbers(options)).toEqual([204, 120, 119, 60]);
    expect(numbers(await me(key, headers))).toEqual([200, 120, 119, 60]);
  });
});

describe('without a valid key', () => {
  test('D52, D53: an address has 120 requests, and then gets 429 before the 401', async () => {
    const headers = newAddress();
    const ask = () => api().request('GET', '/me', { headers });
    expect(numbers(await ask())).toEqual([401, 120, 119, 60]);
    const statuses = (await times(300, ask)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(119);
    expect(numbers(await ask())).toEqual([429, 120, 0, 60]);
    api().clock.travel(60_000);
    expect(numbers(await ask())).toEqual([401, 120, 119, 60]);
  });

  test("D53: failed logins never charge a key's bucket, and a used-up address does not lock out a good key", async () => {
    const team = await makeTeam(api());
    const headers = newAddress();
    await times(150, () => me(wrongKey(team.keyPrefix), headers));
    expect(numbers(await me(team.key, headers))).toEqual([200, 120, 119, 60]);
  });

  test('D52: an IPv6 client has one bucket for its whole /64', async () => {
    const from = (ip: string) => me(unknownKey(), { 'x-forwarded-for': ip });
    expect(numbers(await from('2001:db8:1:2::1'))).toEqual([401, 120, 119, 60]);
    expect(numbers(await from('2001:db8:1:2:ffff::9'))).toEqual([401, 120, 118, 60]);
    expect(numbers(await from('2001:db8:1:3::1'))).toEqual([401, 120, 119, 60]);
  });
});

test('D62: RateLimit-Policy is not sent', async () => {
  const { key } = await makeTeam(api());
  expect((await me(key)).headers['ratelimit-policy']).toBeUndefined();
});

describe('D59, D60: 60 invitations per hour and team', () => {
  const invite = (key: string, name: string, headers = {}) =>
    api().request('POST', '/users', { key, headers, body: { email: `${name}@example.com` } });
  /** One after another: at once, they would wait for each other, some of them longer than a request may. */
  const inviteMany = (key: string, letter: string) =>
    Array.fromAsync({ length: 59 }, (_, i) => invite(key, `${letter}${i + 1}`));

  test('D59: the 61st invitation gives 429 until the oldest leaves the sliding hour', async () => {
    const { key } = await makeTeam(api(), { seats: 1000 });
    expect((await invite(key, 'a0')).status).toBe(201);
    api().clock.travel(600_000);
    const more = await inviteMany(key, 'a');
    expect(more.map(({ status }) => status)).toEqual(Array(59).fill(201));
    const refused = await invite(key, 'a60');
    expect(numbers(refused)).toEqual([429, 60, 0, 3000]);
    expect(refused.headers['retry-after']).toBe('3000');
    expect(refused.body).toMatchObject({ code: 'rate_limited', retry_after: 3000 });
    api().clock.travel(2_999_000);
    expect((await invite(key, 'a60')).status).toBe(429);
    api().clock.travel(1_000);
    expect((await invite(key, 'a60')).status).toBe(201);
    expect((await invite(key, 'a61')).status).toBe(429);
  });

  test('D60: refusals, replays and in-app members do not count', async () => {
    const team = await makeTeam(api(), { seats: 1000 });
    for (let i = 0; i < 5; i++) await team.addMember();
    const headers = { 'idempotency-key': 'one' };
    for (let i = 0; i < 5; i++) await invite(team.key, 'b0', headers);
    expect((await invite(team.key, 'b0')).status).toBe(409);
    const rest = await inviteMany(team.key, 'b');
    expect(rest.map(({ status }) => status)).toEqual(Array(59).fill(201));
    api().clock.travel(60_000);
    expect((await invite(team.key, 'b60')).status).toBe(429);
  });
});
