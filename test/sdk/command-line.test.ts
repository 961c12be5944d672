import { createHmac } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Logins } from '../../src/sdk/command-line/logins.ts';
import { release } from '../../src/sdk/model/release.ts';
import { type Browser, commandLineOf, makeCommandLine, makeSession } from '../harness/app.ts';
import { closeProxies, type Fault, FaultyProxy } from '../harness/faulty-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { insertDelivery, insertEndpoint, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { useMachine } from './harness/command-line.ts';

const api = useApi();
const machine = useMachine(api);
closeProxies();
let team: TestTeam;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

async function logIn(): Promise<string> {
  const login = machine().start(['login']);
  const code = await login.says(/[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}/);
  expect(login.stdout).toContain('http://localhost:3000/app/command-line');
  expect(login.stdout).not.toMatch(new RegExp(`https?:\\S*${code}`));
  await owner.app.commandLine.confirmLogin.mutate({ code, tenant_id: team.tenantId });
  const { code: exit, stdout, stderr } = await login.ended;
  expect([exit, stderr]).toEqual([0, '']);
  return stdout;
}

describe('before a login', () => {
  test('each command that needs a login says how to log in', async () => {
    for (const args of [['status'], ['logs'], ['resend', 'whd_1']]) {
      const { code, stdout, stderr } = await machine().run(args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `Error: You are not logged in at ${machine().server}.\nLog in:\n  npx ${machine().server}/docs/sdk/team-api-${release.version}.tgz login\n`,
      );
    }
  });

  test('a command that is used wrongly exits with 2 and says what is right', async () => {
    const wrong: [args: string[], says: RegExp][] = [
      [['lgin'], /There is no command lgin/],
      [['logs', '--stat'], /Unknown option '--stat'\.\nlogs --help shows its options\./],
      [['logs', '--key', 'Demo'], /Demo is no id of a key\.\nIt begins with key_/],
      [['logs', '--status', '404'], /--status takes 2xx, 3xx, 4xx or 5xx/],
      [['logs', '--limit', '0'], /from 1 to 200/],
      [['resend', 'a', 'b'], /does not take "b"/],
      [['pass-time', 'whe_1', '1h', 'c'], /does not take "c"/],
      [['resend'], /needs the id of a delivery/],
      [['status', 'now'], /does not take "now"/],
      [['status', '--server', 'team.example'], /is no address/],
      [['verify', '--header', 't=1'], /verify needs --body/],
      [[], /Usage/],
    ];
    for (const [args, says] of wrong) {
      const { code, stdout, stderr } = await machine().run(args);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toMatch(says);
    }
  });

  test('the help names each command, and each command has help of its own', async () => {
    const { code, stdout } = await machine().run(['help']);
    expect(code).toBe(0);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: [A-Z]+)? {2,}/gm)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['login', 'logout', 'status', 'logs', 'verify']));
    for (const name of ['login', 'logs', 'verify']) {
      const own = await machine().run([name, '--help']);
      expect([own.code, own.stderr]).toEqual([0, '']);
      expect(own.stdout).toContain('--server URL');
    }
  });

  test('login says so if the service cannot be reached, or is not a Team API', async () => {
    const unreachable = `http://127.0.0.1:${await freePort()}`;
    const away = await machine().run(['login', '--server', unreachable]);
    expect([away.code, away.stderr]).toEqual([
      1,
      expect.stringContaining(`Cannot reach ${unreachable}: nothing listens there.`),
    ]);
    const other = await machine().run(['login', '--server', `${machine().server}/docs`]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('answers with HTTP')]);
  });

  test('Ctrl-C ends a login that waits, with 130', async () => {
    const login = machine().start(['login']);
    await login.says(/Ctrl-C ends/);
    const { code, stderr } = await login.stop();
    expect([code, stderr]).toEqual([130, '']);
  });
});

describe('after a login', () => {
  beforeAll(async () => {
    const output = await logIn();
    expect(output).toContain(`Logged in to Team under test as ${team.owner.email}, until `);
  });

  test('the token is in a file that this person alone can read, and not in the log of the service', async () => {
    const { logins } = JSON.parse(await readFile(machine().logins, 'utf8'));
    expect((await stat(machine().logins)).mode & 0o777).toBe(0o600);
    const { token } = logins[machine().server];
    expect(token).toMatch(/^svcl_/);
    expect(api().logLines.some((line) => line.includes('commandLine.pollLogin'))).toBe(true);
    expect(api().logLines.join('')).not.toContain(token);
    expect(api().logLines.join('')).not.toContain('svcl_');
  });

  test('status says who, where and until when, for people and for programs', async () => {
    const { stdout } = await machine().start(['status']).ended;
    expect(stdout).toMatch(/ {2}Team {5}Team under test\n/);
    const json = await machine().run(['status', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      server: machine().server,
      team: { id: team.tenantId, sandbox: false },
    });
  });

  test('the token is sent to no service but the one that gave it', async () => {
    const { code, stderr } = await machine().run(['status', '--server', 'http://localhost:9']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('not logged in at http://localhost:9'),
    ]);
  });

  test('resend sends a delivery again, and says what is wrong with the id of an event', async () => {
    const delivery = await insertDelivery(team, {
      endpoint_id: await insertEndpoint(team),
      ...triedOnce,
    });
    const sent = await machine().run(['resend', delivery]);
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining(`${delivery} (`)]);
    expect(sent.stdout).toContain(`${machine().server}/app/deliveries/${delivery}\n`);
    const event = await machine().run(['resend', 'evt_1']);
    expect([event.code, event.stderr]).toEqual([
      1,
      expect.stringContaining(
        'There is no delivery evt_1 in this team.\nThis is the id of an event.',
      ),
    ]);
  });

  test('logs shows requests, and follows them until Ctrl-C', async () => {
    await team.request('GET', '/me');
    const following = machine().start(['logs', '--follow', '--json']);
    await following.says(/"path":"\/me"/);
    await team.request('GET', '/users');
    await following.says(/"path":"\/users"/);
    const { code, stdout, stderr } = await following.stop();
    expect([code, stderr]).toEqual([130, '']);
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).request_id);
    expect(new Set(ids).size).toBe(ids.length);
    const text = await machine().run(['logs', '--status', '2xx', '--method', 'get']);
    expect(text.stdout).toMatch(
      /^\d\d:\d\d:\d\d {2}200 {2}GET {5}\/me {2,}\d+ ms {2}Key under test$/m,
    );
    expect(text.stdout).not.toContain('\u001b');
    const coloured = await machine().run(['logs'], { env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[32m200');
    const never = await machine().run(['logs'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(never.stdout).not.toContain('\u001b');
  });

  test('after a login has ended, a command says so and what to do; logout removes the login from the file', async () => {
    await owner.app.session.revokeOthers.mutate({});
    const { code, stderr } = await machine().run(['status']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Your login has ended.')]);
    expect((await machine().run(['logout'])).stdout).toBe(`Logged out of ${machine().server}.\n`);
    expect(JSON.parse(await readFile(machine().logins, 'utf8'))).toEqual({ logins: {} });
  });

  test('logout ends the login at the service too', async () => {
    const { token } = await makeCommandLine(team, team.owner);
    const login = { token, expires_at: '', team: '', person: '' };
    new Logins({ XDG_CONFIG_HOME: path.join(machine().folder, 'config') }, 'linux').keep(
      machine().server,
      login,
    );
    expect((await machine().run(['logout'])).code).toBe(0);
    const call = commandLineOf(api(), token).app.commandLine.status.query({});
    await expect(call).rejects.toThrow();
  });
});

describe('verify', () => {
  const secret = `whsec_${'a'.repeat(44)}`;
  const body = '{"id":"evt_1","type":"ping"}';

  function header(): string {
    const t = Math.floor(Date.now() / 1000);
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
  }

  test('verify needs no login, and says that a webhook is genuine, or why it is not', async () => {
    const env = { TEAM_API_WEBHOOK_SECRET: secret };
    const fromInput = ['verify', '--body', '-', '--header', header()];
    const right = await machine().start(fromInput, { env, input: body }).ended;
    expect([right.code, right.stdout.split('\n')[0]]).toEqual([0, 'Genuine']);
    // The text speaks of what is computed below.
    expect(right.stdout).toMatch(/\nThis is how it is computed: .+\n[0-9a-f]{64}\n$/);
    const file = path.join(machine().folder, 'body.json');
    const key = path.join(machine().folder, 'secret');
    await writeFile(file, `${body}\n`);
    await writeFile(key, `${secret}\n`);
    const args = ['verify', '--body', file, '--header', header(), '--secret-file', key];
    const changed = await machine().run(args);
    expect([changed.code, changed.stdout]).toEqual([
      1,
      expect.stringContaining('There is a line end behind the body'),
    ]);
    const json = await machine().run([...args, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ genuine: false, body: ['line_end'] });
  });

  test('verify takes no secret from an option, and says where the secret may be', async () => {
    const args = ['verify', '--body', '-', '--header', header()];
    const option = await machine().run([...args, '--secret', secret]);
    expect([option.code, option.stderr]).toEqual([2, expect.stringContaining("'--secret'")]);
    const none = await machine().run(args);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--secret-file')]);
  });
});

/** The service is busy, as its answer says. */
const unavailable = (code: string): Fault => ({
  status: code === 'unavailable' ? 503 : 429,
  text: JSON.stringify({ error: { data: { code, retry_after: 1 } } }),
});

test('a login that waits goes on while the service is busy, and loses no token', async () => {
  const faults: Record<string, Fault[]> = {
    pollLogin: [unavailable('unavailable'), unavailable('rate_limited'), 'refuse'],
    status: [unavailable('unavailable')],
  };
  const proxy = await FaultyProxy.open(api(), ({ path: address }) => {
    const name = Object.keys(faults).find((one) => address.endsWith(one)) ?? '';
    return faults[name]?.shift() ?? 'none';
  });
  const login = machine().start(['login', '--server', new URL(proxy.url).origin]);
  const code = await login.says(/[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}/);
  await owner.app.commandLine.confirmLogin.mutate({ code, tenant_id: team.tenantId });
  const { code: exit, stderr } = await login.ended;
  expect([exit, stderr]).toEqual([0, '']);
  expect(Object.values(faults).flat()).toEqual([]);
});
