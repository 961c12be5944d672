import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { CALLS_PER_ADDRESS, Callers } from '../../src/trpc/callers.ts';
import { Browser, codeOf, makePerson, PASSWORD } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ env: { TRUST_PROXY: '1' } });
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(api());
});

afterEach(() => {
  api().clock.elapsesMs = 1_000;
});

const attempt = ({ email }: Person, browser: Browser) =>
  codeOf(browser.app.session.signIn.mutate({ email, password: PASSWORD }));

/** Sets the count of this window. The window of the subject must exist already. */
async function countedBefore(subject: string, count: number): Promise<void> {
  const { rowCount } = await api().sql.query(
    'update sign_in_throttle set failures = $2 where subject = $1',
    [subject, count],
  );
  expect(rowCount).toBe(1);
}

describe('an IPv6 network', () => {
  const from = (address: string) => {
    const browser = new Browser(api());
    browser.headers = { 'x-forwarded-for': address };
    return browser;
  };

  test('of /56 has four times, and of /48 sixteen times, the failed sign-ins of a /64', async () => {
    const member = await makePerson(team);
    await codeOf(
      from('2001:db8:1:201::1').app.session.signIn.mutate({
        email: 'a@example.com',
        password: 'x',
      }),
    );
    const { rows } = await api().sql.query(
      `select subject from sign_in_throttle where subject like 'address:2001:db8:1:%' order by 1`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'address:2001:db8:1:200::/56',
      'address:2001:db8:1:201::/64',
      'address:2001:db8:1::/48',
    ]);
    await countedBefore('address:2001:db8:1:200::/56', 399);
    expect(await attempt(member, from('2001:db8:1:2ff::1'))).toBe('ok');
    await countedBefore('address:2001:db8:1:200::/56', 400);
    expect(await attempt(member, from('2001:db8:1:2fe::1'))).toBe('wrong_credentials');
    expect(await attempt(member, from('2001:db8:1:300::1'))).toBe('ok');
    await countedBefore('address:2001:db8:1::/48', 1_600);
    expect(await attempt(member, from('2001:db8:1:400::1'))).toBe('wrong_credentials');
    expect(await attempt(member, from('2001:db8:2:400::1'))).toBe('ok');
  });

  test('can ask for resets by the same rule', async () => {
    const ask = (n: number, address: string) =>
      from(address).app.account.requestReset.mutate({ email: `net-${n}@example.com` });
    await ask(0, '2001:db8:5:1::1');
    await countedBefore('reset_by:2001:db8:5::/48', 480);
    await ask(1, '2001:db8:5:f000::1');
    const { rows } = await api().sql.query(
      `select payload ->> 'email' as email from graphile_worker._private_jobs
       where payload ->> 'email' like 'net-%' and payload ->> 'kind' = 'password_reset'`,
    );
    expect(rows).toEqual([{ email: 'net-0@example.com' }]);
  });

  test('can begin logins of the command line by the same rule; others can begin theirs meanwhile', async () => {
    const begin = (address: string) =>
      codeOf(
        from(address).app.commandLine.startLogin.mutate({
          machine: 'laptop',
          system: 'Linux (x64)',
          version: '1.1.0',
        }),
      );
    expect(await begin('2001:db8:6:1::1')).toBe('ok');
    // As if these networks had begun as many as they can.
    await api().sql.query(
      `update sign_in_throttle set failures = 1000000 where subject like 'command_line%'`,
    );
    expect(await begin('2001:db8:6:ffff::1')).toBe('rate_limited');
    expect(await begin('2001:db8:7::1')).toBe('ok');
    expect(await begin('198.51.100.1')).toBe('ok');
  });

  test('can make four and sixteen times the calls without a session', async () => {
    api().clock.elapsesMs = 0;
    const callers = new Callers(api().pool, api().clock);
    const nobody = { now: new Date(), session: null, newToken: undefined };
    vi.spyOn(callers, 'loadUncounted').mockResolvedValue(nobody);
    const call = (ip: string) =>
      callers.loadOrCharge({ token: undefined, ip, userAgent: null }).then(
        () => 'ok',
        (error: unknown) => (error instanceof ApiError ? error.code : 'another error'),
      );
    const succeeded = async (calls: number, addressOf: (n: number) => string) => {
      const codes: string[] = [];
      for (let n = 0; n < calls; n += 1) codes.push(await call(addressOf(n)));
      return codes.filter((code) => code === 'ok').length;
    };
    const most = CALLS_PER_ADDRESS;
    expect(await succeeded(most + 1, () => '2001:db8:3:1::1')).toBe(most);
    expect(await succeeded(4 * most, (n) => `2001:db8:3:${n % 16}::2`)).toBe(3 * most);
    const ofAll = (n: number) => `2001:db8:3:${(n % 256).toString(16)}00::3`;
    expect(await succeeded(16 * most, ofAll)).toBe(12 * most);
    expect(await call('2001:db8:4::1')).toBe('ok');
    expect(await call('2001:db8:3:1::1')).toBe('rate_limited');
  });

  test('can send four times the requests without a valid key to the public API; a valid key counts separately', async () => {
    const get = (address: string, key = 'nothing') =>
      team.request('GET', '/me', { key, headers: { 'x-forwarded-for': address } });
    api().clock.elapsesMs = 0;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const many = Array.from({ length: 119 }, () => get(`2001:db8:4:${n}::1`));
      statuses.push(...(await Promise.all(many)).map(({ status }) => status));
    }
    for (let n = 4; n < 8; n += 1) statuses.push((await get(`2001:db8:4:${n}::1`)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const refused = await get('2001:db8:4:9::1');
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '480',
      'ratelimit-remaining': '0',
      'retry-after': refused.headers['ratelimit-reset'],
    });
    expect((await get('2001:db8:4:9::1', team.key)).status).toBe(200);
    expect((await get('2001:db8:4:100::1')).status).toBe(401);
  });
});
