import { expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { revokeKey } from '../../src/features/api-keys/revoke-key.ts';
import { encryptionKey } from '../harness/api.ts';
import { codeOf, givePassword, makeCommandLine, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

async function afterRestore(since: string) {
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  const { code, stdout, stderr } = await run(['after-restore', '--since', since], env);
  return { code, answer: code === 0 && JSON.parse(stdout), stderr };
}

/** The moment to which a database is restored: all that there is now lives again, whatever became of it later. */
function moment(): string {
  const now = api().clock.now();
  api().clock.travel(1_000);
  return now.toISOString();
}

test('after-restore ends every session and login of the command line, beside a running server', async () => {
  const team = await makeTeam(api());
  await givePassword(api(), team.owner);
  const browser = await makeSession(team, team.owner);
  const { terminal } = await makeCommandLine(team, team.owner);
  const profile = () => codeOf(browser.app.account.profile.query({}));
  const login = () => codeOf(terminal.app.commandLine.status.query({}));
  expect([await profile(), await login()]).toEqual(['ok', 'ok']);
  const since = moment();
  const { answer, stderr } = await afterRestore(since);
  expect([stderr, answer.sessions, answer.command_lines]).toEqual(['', 1, 1]);
  expect([await profile(), await login()]).toEqual(['not_signed_in', 'unauthorized']);
  expect((await afterRestore(since)).answer).toMatchObject({ sessions: 0, command_lines: 0 });
  // Keys are the teams' own: they go on, and their owners are asked.
  expect((await team.request('GET', '/me')).status).toBe(200);
});

test('it counts what is older than the moment and may have been ended after it, and lists what is newer', async () => {
  const team = await makeTeam(api());
  await team.addMember({ role: 'admin' });
  const before = await afterRestore(moment());
  const since = moment();
  const made = await team.do((call) =>
    createKey(call, { name: 'New', scopes: ['users:read'], created_by: team.owner.memberId }),
  );
  api().clock.travel(1_000);
  await team.do((call) => revokeKey(call, made.key_id));
  const { answer } = await afterRestore(since);
  expect(answer.older).toEqual(before.answer.older);
  expect(answer.older).toMatchObject({ admins: expect.any(Number), links: 0, passkeys: 0 });
  expect([answer.older.keys > 0, answer.older.members > 1]).toEqual([true, true]);
  const of = { at: expect.any(String), tenant_id: team.tenantId, target_id: made.key_id };
  expect(answer.changes).toEqual([
    { ...of, action: 'api_key.revoked' },
    { ...of, action: 'api_key.created' },
  ]);
  expect(answer.not_known.join()).toMatch(/keys were revoked.*members were removed.*passwords/);
});

test('a moment in the future is refused, and nothing ends', async () => {
  const team = await makeTeam(api());
  const browser = await makeSession(team, team.owner);
  expect(await afterRestore('2999-01-01T00:00:00Z')).toMatchObject({
    code: 1,
    stderr: 'after-restore: --since is in the future.\n',
  });
  expect(await codeOf(browser.app.account.profile.query({}))).toBe('ok');
});
