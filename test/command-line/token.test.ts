import { beforeEach, describe, expect, test } from 'vitest';
import { readCommandLineToken } from '../../src/auth/command-line-token.ts';
import { undoing } from '../account/harness/undoing.ts';
import {
  type Browser,
  codeOf,
  commandLineOf,
  makeCommandLine,
  makeSession,
  PASSWORD,
} from '../harness/app.ts';
import { insertDelivery, insertEndpoint, insertOneTimeLink, triedOnce } from '../harness/rows.ts';
import { insertSandbox, stateOf } from '../harness/sandbox.ts';
import { makeTeam, type Person, TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';
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

const status = (terminal: Browser) => codeOf(terminal.app.commandLine.status.query({}));

describe('the token ends', () => {
  let admin: Person;
  let terminal: Browser;
  beforeEach(async () => {
    // A team keeps at least one admin.
    await team.addMember({ role: 'admin' });
    admin = await team.addMember({ role: 'admin', canManageKeys: true });
    ({ terminal } = await makeCommandLine(team, admin));
    expect(await status(terminal)).toBe('ok');
  });

  const set = (what: string, id: string) =>
    api().sql.query(`update member set ${what} where tenant_id = $1 and id = $2`, [
      team.tenantId,
      id,
    ]);

  test.each([
    ['without the right schnittstellen', `rights = '{}'`],
    ['as a plain member', `role = 'member'`],
    ['after a removal from the team', `status = 'removed', removed_at = now()`],
  ])('at the next call %s', async (_, what) => {
    await set(what, admin.memberId);
    expect(await status(terminal)).toBe('unauthorized');
  });

  test('for good when the right is taken, in the team and its sandboxes, used or not', async () => {
    const sandbox = await makeTeam(api());
    await api().sql.query(
      'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
      [sandbox.tenantId, team.tenantId],
    );
    const inside = await makeCommandLine(sandbox, admin);
    const elsewhere = await makeTeam(api());
    await makeCommandLine(elsewhere, admin);
    const { code, poll_token } = await startLogin({ team });
    await confirm(await makeSession(team, admin), code);
    const setRights = async (rights: 'schnittstellen'[]) => {
      const { data } = await owner.app.members.list.query({});
      const version = data.find(({ id }) => id === admin.memberId)?.version ?? '';
      await owner.app.members.setRights.mutate({ member_id: admin.memberId, rights, version });
    };
    await setRights([]);
    await setRights(['schnittstellen']);
    expect(await status(terminal)).toBe('unauthorized');
    expect(await status(inside.terminal)).toBe('unauthorized');
    expect(await poll(poll_token)).toEqual({ state: 'over' });
    const { rows } = await api().sql.query(
      'select tenant_id from command_line_token where person_id = $1',
      [admin.userId],
    );
    expect(rows).toEqual([{ tenant_id: elsewhere.tenantId }]);
  });

  test.each([
    ['suspended', { status: 'suspended' }],
    ['ended', { status: 'ended' }],
    ['on the plan free', { plan: 'free' }],
  ] as const)('while its team is %s', async (_, change) => {
    await team.set(change);
    expect(await status(terminal)).toBe('unauthorized');
  });

  test('after eight hours', async () => {
    api().clock.travel(8 * 3_600_000 - 1_000);
    expect(await status(terminal)).toBe('ok');
    api().clock.travel(1_000);
    expect(await status(terminal)).toBe('unauthorized');
  });

  test('with a new password, and with “end all others”', async () => {
    const browser = await makeSession(team, admin);
    await browser.app.account.changePassword.mutate({ password: PASSWORD });
    expect(await status(terminal)).toBe('unauthorized');
    ({ terminal } = await makeCommandLine(team, admin));
    await browser.app.session.revokeOthers.mutate({});
    expect(await status(terminal)).toBe('unauthorized');
  });

  test('with a reset of the password, even if its login was confirmed but not taken yet', async () => {
    const browser = await makeSession(team, admin);
    const { code, poll_token } = await startLogin({ team });
    await confirm(browser, code);
    const token = await insertOneTimeLink(api(), {
      purpose: 'password_reset',
      person_id: admin.userId,
      email: admin.email,
    });
    await browser.app.account.acceptLink.mutate({ token, password: PASSWORD, name: 'A person' });
    expect(await status(terminal)).toBe('unauthorized');
    expect(await poll(poll_token)).toEqual({ state: 'over' });
  });

  test('with the link after a changed address, even if no session is left', async () => {
    const email = `new-${admin.email}`;
    await undoing(api).changeAddress({ email, by: await makeSession(team, admin) });
    const token = await mailedToken(api(), admin.email);
    await api().sql.query('delete from session where person_id = $1', [admin.userId]);
    expect(await status(terminal)).toBe('ok');
    await owner.app.account.endSessionsByLink.mutate({ token });
    expect(await status(terminal)).toBe('unauthorized');
  });

  test('when its person ends it in the app, or the owner does', async () => {
    const other = await makeCommandLine(team, team.owner);
    const browser = await makeSession(team, admin, { provedAt: null });
    const shown = (await browser.app.commandLine.logins.query({})).data;
    expect(shown.map(({ is_own, may_end }) => [is_own, may_end])).toContainEqual([false, false]);
    const end = (by: Browser, login_id: string) =>
      codeOf(by.app.commandLine.endLogin.mutate({ login_id }));
    expect(await end(browser, other.id)).toBe('forbidden');
    expect(await status(other.terminal)).toBe('ok');
    const own = shown.find(({ is_own }) => is_own)?.id ?? '';
    expect(await end(owner, own)).toBe('ok');
    expect(await status(terminal)).toBe('unauthorized');
    expect(await end(owner, other.id)).toBe('ok');
    const { data } = await owner.app.auditLog.list.query({});
    expect(data.filter(({ action }) => action === 'command_line.ended')).toHaveLength(2);
  });

  test('when it logs out itself', async () => {
    await terminal.app.commandLine.logOut.mutate({});
    expect(await status(terminal)).toBe('unauthorized');
  });
});

describe('the token', () => {
  test('cannot be used over REST, beside a cookie, or in a page', async () => {
    const { token, terminal } = await makeCommandLine(team, team.owner);
    const { status: refused } = await api().request('GET', '/me', { key: token });
    expect(refused).toBe(401);
    for (const header of ['origin', 'sec-fetch-site']) {
      const page = commandLineOf(api(), token);
      page.headers[header] = header === 'origin' ? 'http://localhost:3000' : 'same-origin';
      expect([header, await status(page)]).toEqual([header, 'unauthorized']);
    }
    terminal.session = owner.session ?? '';
    expect(await status(terminal)).toBe('unauthorized');
    const unnamed = commandLineOf(api(), token);
    unnamed.headers['svc-command-line'] = '';
    expect(await status(unnamed)).toBe('unauthorized');
  });

  test('of a person in two teams works in the team for which it was confirmed', async () => {
    const other = await makeTeam(api());
    const guest = await other.addMember({ email: team.owner.email });
    expect(guest.userId).toBe(team.owner.userId);
    const { terminal } = await makeCommandLine(other, team.owner);
    expect(await status(terminal)).toBe('unauthorized');
  });

  test('in a sandbox needs the right in the parent team, and counts as a use of the sandbox', async () => {
    const sandbox = await makeTeam(api());
    await api().sql.query(
      'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
      [sandbox.tenantId, team.tenantId],
    );
    const parents = await makeCommandLine(sandbox, team.owner);
    const usedAt = async () => {
      const sql = 'select sandbox_used_at as at from tenant where id = $1';
      return (await api().sql.query(sql, [sandbox.tenantId])).rows[0].at as Date;
    };
    await api().sql.query(`update tenant set sandbox_used_at = '2026-01-01' where id = $1`, [
      sandbox.tenantId,
    ]);
    await api().sql.query(`update command_line_token set last_used_at = '2026-01-01'`);
    expect(await status(parents.terminal)).toBe('ok');
    expect((await usedAt()).getTime()).toBeGreaterThan(Date.parse('2026-11-01'));
    const own = await makeCommandLine(sandbox, sandbox.owner);
    const readAt = (token: string) => readCommandLineToken(api().sql, token, api().clock.now());
    const actor = await readAt(parents.token);
    expect(actor).toMatchObject({
      tenantId: sandbox.tenantId,
      memberId: team.owner.memberId,
      isSandbox: true,
    });
    expect(await readAt(own.token)).toBe(null);
    await team.set({ status: 'suspended' });
    expect(await readAt(parents.token)).toBe(null);
  });

  test('in a sandbox ends when the removal of the sandbox begins, before its rows are removed', async () => {
    const sandbox = await insertSandbox(team);
    const { terminal } = await makeCommandLine(
      new TestTeam(api(), sandbox, team.owner),
      team.owner,
    );
    expect(await status(terminal)).toBe('ok');
    await owner.app.sandboxes.remove.mutate({ sandbox_id: sandbox });
    expect(await stateOf(team, sandbox)).toBe('removing');
    expect(await status(terminal)).toBe('unauthorized');
  });

  test("resends a delivery in the person's name, and reads only the team's log", async () => {
    const { terminal } = await makeCommandLine(team, team.owner);
    const delivery_id = await insertDelivery(team, {
      endpoint_id: await insertEndpoint(team),
      ...triedOnce,
    });
    await terminal.app.commandLine.resend.mutate({ delivery_id });
    const { data } = await owner.app.auditLog.list.query({});
    expect(data).toContainEqual(
      expect.objectContaining({
        action: 'webhook_delivery.retried',
        actor: expect.objectContaining({ kind: 'user', id: team.owner.memberId }),
      }),
    );
    const stranger = await makeCommandLine(await makeTeam(api()), team.owner);
    expect(await codeOf(stranger.terminal.app.commandLine.resend.mutate({ delivery_id }))).toBe(
      'unauthorized',
    );
    expect((await terminal.app.commandLine.logs.query({})).data).toEqual([]);
  });
});
