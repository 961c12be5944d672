import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Browser,
  codeOf,
  commandLineOf,
  errorOf,
  makeCommandLine,
  makeSession,
} from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend, waitingBackends } from '../harness/waiting.ts';
import { keepHouse, mailsTo, runMails } from '../mail/harness/mails.ts';
import { startLogin } from '../trpc/harness/command-line-inputs.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;

beforeEach(async () => {
  await api().sql.query('truncate sign_in_throttle');
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
});

const confirm = (browser: Browser, code: string) =>
  browser.app.commandLine.confirmLogin.mutate({ code, tenant_id: team.tenantId });

const poll = (poll_token: string) =>
  commandLineOf(api()).app.commandLine.pollLogin.mutate({ poll_token });

async function tokenOf(poll_token: string): Promise<string> {
  const polled = await poll(poll_token);
  if (polled.state !== 'confirmed') throw new Error(`The login is ${polled.state}`);
  return polled.token;
}

describe('a login', () => {
  test.each([
    ['more than words', 'laptop! Confirm it'],
    ['two lines', 'laptop\nof Lea'],
    ['an invisible letter', 'lap\u3164top'],
    ['a letter without width', 'lap\u115ftop'],
  ])('is refused if the name of the machine has %s', async (_, machine) => {
    const requested = { machine, system: 'Linux (x64)', version: '1.1.0' };
    const { app } = commandLineOf(api());
    expect(await codeOf(app.commandLine.startLogin.mutate(requested))).toBe('validation_error');
  });

  test('shows a code and a page, and gives a token when a person has typed and confirmed the code', async () => {
    const started = await startLogin({ team });
    expect(started.code).toMatch(/^[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}$/);
    expect(started.url).toBe('http://localhost:3000/app/command-line');
    expect(await poll(started.poll_token)).toEqual({ state: 'waiting' });
    const typed = started.code.toLowerCase().replace('-', ' ');
    const shown = await owner.app.commandLine.getLogin.mutate({ code: typed });
    expect(shown).toMatchObject({ machine: 'laptop', ip: '127.0.0.1', is_own_network: true });
    expect(shown.team).toEqual({ id: team.tenantId, name: 'Team under test' });
    expect(await poll(started.poll_token)).toEqual({ state: 'waiting' });
    await confirm(owner, typed);
    const terminal = commandLineOf(api(), await tokenOf(started.poll_token));
    const { expires_at, ...who } = await terminal.app.commandLine.status.query({});
    expect(who).toMatchObject({
      person: { email: team.owner.email },
      team: { id: team.tenantId, sandbox: false },
      role: 'owner',
    });
    expect(Date.parse(expires_at) - api().clock.now().getTime()).toBe(8 * 3_600_000);
  });

  test('gives its token once, however many poll at the same time', async () => {
    const { code, poll_token } = await startLogin({ team });
    await confirm(owner, code);
    const polled = await Promise.all(Array.from({ length: 8 }, () => poll(poll_token)));
    expect(polled.map(({ state }) => state).sort()).toEqual([
      'confirmed',
      ...Array<string>(7).fill('over'),
    ]);
    expect(await poll(poll_token)).toEqual({ state: 'over' });
  });

  test('ends the oldest of ten command lines of its person in the team, even if two begin at once', async () => {
    const oldest = await makeCommandLine(team, team.owner);
    api().clock.travel(1_000);
    for (let n = 1; n < 9; n += 1) await makeCommandLine(team, team.owner);
    const logins = [await startLogin({ team }), await startLogin({ team })];
    for (const { code } of logins) await confirm(owner, code);
    const holder = await api().sql.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin; lock table command_line_token in share mode');
    const polled = Promise.all(logins.map(({ poll_token }) => poll(poll_token)));
    await until('both wait', async () => (await waitingBackends(api().sql)).length === 2);
    await holder.query('commit');
    expect((await polled).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    const { data } = await owner.app.commandLine.logins.query({});
    expect(data).toHaveLength(10);
    expect(data.map(({ id }) => id)).not.toContain(oldest.id);
  });

  test('ends after ten minutes, and a stranger who polls learns nothing', async () => {
    const { code, poll_token } = await startLogin({ team });
    expect(await poll('A'.repeat(43))).toEqual({ state: 'over' });
    api().clock.travel(10 * 60_000);
    expect(await poll(poll_token)).toEqual({ state: 'over' });
    expect(await codeOf(owner.app.commandLine.getLogin.mutate({ code }))).toBe('not_found');
    await keepHouse(api());
    const { rows } = await api().sql.query('select from command_line_request');
    expect(rows.length).toBe(0);
  });

  test('can begin thirty times in a quarter of an hour from one address', async () => {
    for (let i = 0; i < 30; i += 1) await startLogin({ team });
    expect(await codeOf(startLogin({ team }))).toBe('rate_limited');
  });
});

describe('a person who looks at a code', () => {
  test('sees the foreign address that has asked for it, and can refuse it', async () => {
    const { code, poll_token } = await startLogin({ team });
    await api().sql.query(`update command_line_request set ip = '198.51.100.7'`);
    const shown = await owner.app.commandLine.getLogin.mutate({ code });
    expect(shown).toMatchObject({
      ip: '198.51.100.7',
      own_ip: '127.0.0.1',
      is_own_network: false,
    });
    await owner.app.commandLine.refuseLogin.mutate({ code });
    expect(await poll(poll_token)).toEqual({ state: 'refused' });
    expect(await codeOf(owner.app.commandLine.getLogin.mutate({ code }))).toBe('not_found');
    expect(await codeOf(confirm(owner, code))).toBe('not_found');
  });

  test('cannot confirm what somebody refuses at the same moment', async () => {
    const { code, poll_token } = await startLogin({ team });
    const refusing = await api().sql.connect();
    onTestFinished(() => refusing.release(true));
    await refusing.query('begin; update command_line_request set refused_at = now()');
    const confirmed = codeOf(confirm(owner, code));
    await waitingBackend(api().sql, 'command_line_request');
    await refusing.query('commit');
    expect(await confirmed).toBe('not_found');
    expect(await poll(poll_token)).toEqual({ state: 'refused' });
  });

  test('confirms only with a fresh proof, once, and for the team that was shown', async () => {
    const { code, poll_token } = await startLogin({ team });
    const stale = await makeSession(team, team.owner, { provedAt: null });
    await stale.app.commandLine.getLogin.mutate({ code });
    expect(await codeOf(confirm(stale, code))).toBe('fresh_proof_required');
    const other = owner.app.commandLine.confirmLogin;
    expect(await codeOf(other.mutate({ code, tenant_id: 'ten_other' }))).toBe('conflict');
    expect(await poll(poll_token)).toEqual({ state: 'waiting' });
    await confirm(owner, code);
    expect(await codeOf(confirm(owner, code))).toBe('not_found');
  });

  test('can try at most twenty codes in a quarter of an hour, right or wrong', async () => {
    const inspect = (code: string) =>
      errorOf(owner.app.commandLine.getLogin.mutate({ code })).then(({ code: outcome }) => outcome);
    for (let i = 0; i < 20; i += 1) expect(await inspect('3333-3333')).toBe('not_found');
    const { code } = await startLogin({ team });
    expect(await inspect(code)).toBe('rate_limited');
    expect(await codeOf(confirm(owner, code))).toBe('rate_limited');
    const another = await makeSession(
      team,
      await team.addMember({ role: 'admin', canManageKeys: true }),
    );
    expect(await codeOf(confirm(another, code))).toBe('ok');
  });

  test('a confirmation is in the audit log of the team and in the log of the person, who gets a mail', async () => {
    const { code } = await startLogin({ team });
    await confirm(owner, code);
    const { data } = await owner.app.auditLog.list.query({});
    expect(data.map(({ action }) => action)).toContain('command_line.confirmed');
    const log = await owner.app.account.securityLog.query({});
    expect(log.data[0]).toMatchObject({
      kind: 'command_line_confirmed',
      details: { machine: 'laptop', team: 'Team under test' },
    });
    await runMails(api());
    const [mail] = await mailsTo(api(), team.owner.email);
    expect(mail?.subject).toBe('Kommandozeile angemeldet');
    expect(mail?.body).toContain('laptop (Linux (x64))');
    expect(mail?.body).toContain('Adresse: 127.0.0.1');
    expect(mail?.body).toContain('/app/command-line');
  });
});

// When a right ends, so does a confirmed code whose token nobody has fetched.
test('if a right ends while its person confirms a code, no login from that code works when the right is given again', async () => {
  const team = await makeTeam(api());
  const admin = await team.addMember({ role: 'admin', canManageKeys: true });
  const { app } = await makeSession(team, admin);
  const { code, poll_token } = await startLogin({ team });
  const holder = await api().sql.connect();
  const setRights = (rights: string) =>
    api().sql.query('update member set rights = $2 where id = $1', [admin.memberId, rights]);
  try {
    await holder.query('begin');
    await holder.query('lock table audit_entry in share mode');
    const confirming = codeOf(
      app.commandLine.confirmLogin.mutate({ code, tenant_id: team.tenantId }),
    );
    await until('the confirmation to wait', async () => {
      const { rows } = await api().sql.query(
        "select from pg_locks where relation = 'audit_entry'::regclass and not granted",
      );
      return rows.length > 0;
    });
    const taking = setRights('{}');
    await until('the right to be taken, or to wait', async () => {
      const { rows } = await api().sql.query(
        `select from member where id = $1 and rights = '{}'
         union all select from pg_stat_activity
         where wait_event_type = 'Lock' and query like 'update member set rights%'`,
        [admin.memberId],
      );
      return rows.length > 0;
    });
    await holder.query('commit');
    await Promise.all([confirming, taking]);
  } finally {
    holder.release();
  }
  await setRights('{schnittstellen}');
  const polled = await commandLineOf(api()).app.commandLine.pollLogin.mutate({ poll_token });
  expect(polled.state).not.toBe('confirmed');
});
