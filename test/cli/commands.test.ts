import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyTemplates } from '../../src/auth/scopes.ts';
import { run } from '../../src/cli/run.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { freshFile } from '../harness/run-command.ts';
import { Spawned } from '../harness/spawned.ts';
import { useDatabase } from '../harness/use-database.ts';
import { newTeam } from './harness/team.ts';

const database = useDatabase();
const ENCRYPTION_KEY = randomBytes(32).toString('hex');

const settings = () => ({
  DATABASE_URL: database().url,
  ENCRYPTION_KEY,
  PUBLIC_URL: 'https://app.example.com',
});

/** Runs the command line in this process. */
const cli = (...args: string[]) => run(args, settings());

/** Runs the command line as an operator does. */
async function cliProcess(...args: string[]) {
  const command = new Spawned('src/cli.ts', settings(), args);
  const { code } = await command.ended;
  return { code, stdout: command.stdout, stderr: command.stderr };
}

type CommandResult = Awaited<ReturnType<typeof cliProcess>>;

function answerOf({ code, stdout, stderr }: CommandResult): Record<string, string> {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{[^\n]*\}\n$/);
  return JSON.parse(stdout);
}

const answer = async (...args: string[]) => answerOf(await cli(...args));

test('"prints one JSON object and exits 0": a team, an admin and a key', async () => {
  const owner = ['--owner', 'Owner@Example.com'];
  const team = answerOf(await cliProcess('team', 'create', '--name', 'Team', ...owner));
  expect(team).toEqual({
    tenant_id: expect.stringMatching(/^ten_/),
    owner_member_id: expect.stringMatching(/^mem_/),
    owner_user_id: expect.stringMatching(/^usr_/),
    sign_in_url: expect.stringMatching(/^https:\/\/app\.example\.com\/app\/link#[\w-]{43}$/),
  });
  const ofTeam = ['--team', String(team.tenant_id)];
  const admin = await answer(
    'member',
    'add',
    ...ofTeam,
    '--email',
    'admin@example.com',
    '--role',
    'admin',
    '--grant',
    'schnittstellen',
  );
  expect(Object.keys(admin)).toEqual(['member_id', 'user_id']);
  const key = await answer(
    'key',
    'create',
    ...ofTeam,
    '--name',
    'CRM',
    '--template',
    'read_only',
    '--ip',
    '10.1.2.3/8,::1',
    '--expires-at',
    '2099-01-01T00:00:00+01:00',
    '--created-by',
    String(admin.member_id),
  );
  expect(key).toEqual({
    key_id: expect.stringMatching(/^key_/),
    key_prefix: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
    key: expect.stringMatching(new RegExp(`^svck_live_${key.key_prefix}_[0-9A-Za-z]{49}$`)),
  });
  const { keys } = (await answer('key', 'list', ...ofTeam)) as unknown as { keys: object[] };
  expect(keys).toMatchObject([
    {
      key_id: key.key_id,
      key_prefix: key.key_prefix,
      name: 'CRM',
      scopes: [...keyTemplates.read_only],
      ip_ranges: ['10.0.0.0/8', '::1/128'],
      state: 'active',
      created_at: expect.stringMatching(/Z$/),
      expires_at: '2098-12-31T23:00:00.000Z',
      created_by: admin.member_id,
    },
  ]);
});

test('the other verbs answer as their help promises', async () => {
  const team = await newTeam(database().pool);
  const key = await team.do((call) => createKey(call, { name: 'K', scopes: ['users:read'] }));
  const ofTeam = ['--team', team.tenant_id];
  const ofKey = [...ofTeam, '--key-id', key.key_id];
  const next = await answer('key', 'rotate', ...ofKey, '--grace', '24h', '--expires-at', 'never');
  expect(Object.keys(next)).toEqual([
    'key_id',
    'key_prefix',
    'key',
    'expires_at',
    'expiry_inherited',
    'old_key_valid_until',
  ]);
  expect(next.expires_at).toBe(null);
  expect(Object.keys(await answer('key', 'revoke', ...ofKey))).toEqual(['key_id', 'revoked_at']);
  expect(await answer('team', 'set', ...ofTeam, '--status', 'suspended')).toMatchObject({
    tenant_id: team.tenant_id,
    status: 'suspended',
  });
  expect(await answer('training', 'record', ...ofTeam, '--user-id', team.owner_user_id)).toEqual({
    training_id: expect.stringMatching(/^trn_/),
  });
});

test('"prints one line on standard error and exits 1": a team that does not exist', async () => {
  expect(await cliProcess('key', 'list', '--team', 'ten_unknown')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no team with this id.\n',
  });
});

test('the refusal of an operation is one line, and nothing changes', async () => {
  const { tenant_id } = await newTeam(database().pool, { seats: 1 });
  expect(await cli('member', 'add', '--team', tenant_id, '--email', 'new@example.com')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'All seats of the team are taken.\n',
  });
  const { rows } = await database().pool.query(
    `select from person where email = 'new@example.com'`,
  );
  expect(rows).toHaveLength(0);
});

test('a list of erasures of which one fails ends with an error, and prints what was done', async () => {
  const from = await freshFile('erasures.ndjson');
  await writeFile(from, 'nonsense\n{"person_id":"usr_unknown"}\n');
  const { code, stdout, stderr } = await cli('erasure', 'apply', '--from', from);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^An erasure was not applied, first: [^\n]+\n$/),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ missing: 1, failed: [{ line: 1 }] });
});

test('in a folder without a database, a command says what to set, and makes no database', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { code, stdout, stderr } = await run(
    ['training', 'record', '--team', 'ten_1', '--user-id', 'usr_1'],
    { DATA_DIR: folder },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `There is no database in ${folder}. Start the server first, or set DATA_DIR or DATABASE_URL as for the server.\n`,
  );
  expect(await readdir(folder)).not.toContain('postgresql');
});
