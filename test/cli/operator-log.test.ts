import os from 'node:os';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { run } from '../../src/cli/run.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { insertConnection } from '../crm/harness/connection.ts';
import { encryptionKey } from '../harness/api.ts';
import { makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const env = () => ({
  DATABASE_URL: api().database.url,
  ENCRYPTION_KEY: encryptionKey,
  PATH: process.env.PATH ?? '',
  SUDO_USER: 'jo',
});

/** Runs a command inside of the test, because fifteen processes would take long. */
async function cli(...args: string[]) {
  const { code, stdout, stderr } = await run(args, env());
  return { code, answer: code === 0 && JSON.parse(stdout), stderr };
}

type Entry = { command: string; ids: object; outcome: string | null };
const entries = async (): Promise<Entry[]> =>
  (await api().sql.query('select * from operator_entry order by started_at, id')).rows;
const forget = () => api().sql.query('truncate operator_entry');

test('each command that needs a database leaves who ran it, with ids and without names, and how it ended', async () => {
  const { answer: made } = await cli(
    'team',
    'create',
    '--name',
    'North Light',
    '--owner',
    'owner@north.example',
  );
  const wrongId = ['key', 'revoke', '--team', 'owner@north.example', '--key-id', 'none'];
  expect((await cli(...wrongId)).code).toBe(1);
  const { answer } = await cli('key', 'list', '--team', made.tenant_id);
  expect(answer.keys).toEqual([]);
  expect((await run(['help'], env())).code).toBe(0);
  expect((await cli('key', 'list')).code).toBe(1);

  const account = `jo as ${os.userInfo().username}`;
  const common = { account, host: os.hostname(), started_at: expect.any(String) };
  const ended = { ...common, id: expect.stringMatching(/^opr_/), ended_at: expect.any(String) };
  expect((await cli('operator', 'log', '--limit', '9')).answer.entries).toEqual([
    { ...ended, command: 'operator log', ids: {}, ended_at: null, outcome: null },
    { ...ended, command: 'key list', ids: { team: made.tenant_id }, outcome: 'done' },
    { ...ended, command: 'key revoke', ids: {}, outcome: 'refused' },
    { ...ended, command: 'team create', ids: {}, outcome: 'done' },
  ]);
  expect(JSON.stringify(await entries())).not.toMatch(/north/i);
});

test('the entry is there before the command does anything, and stays if the command is killed', async () => {
  await forget();
  const { tenantId } = await makeTeam(api());
  const holder = new pg.Client(api().database.url);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select from tenant where id = $1 for update', [tenantId]);
  const command = new Spawned('src/cli.ts', env(), [
    'team',
    'set',
    '--team',
    tenantId,
    '--seats',
    '7',
  ]);
  await until('the command to wait', async () => {
    const { rowCount } = await api().sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });
  const waiting = { command: 'team set', ids: { team: tenantId }, outcome: null };
  expect(await entries()).toEqual([expect.objectContaining(waiting)]);
  command.child.kill('SIGKILL');
  await command.ended;
  await holder.query('rollback');
  expect(await entries()).toEqual([expect.objectContaining(waiting)]);
});

test('what changes or reads one team stands in its audit log as the operator, what reads across teams does not', async () => {
  const team = await makeTeam(api());
  const member = await team.addMember();
  const connection = await insertConnection(team);
  const id = team.tenantId;
  const out = `${os.tmpdir()}/team-${id}.ndjson`;
  const examples: Record<string, string[]> = {
    'team set': ['--seats', '90'],
    'team replace-owner': ['--owner', 'new.owner@example.com'],
    'team export': ['--out', out],
    'member add': ['--email', 'more@example.com'],
    'key create': ['--name', 'k', '--template', 'read_only'],
    'key rotate': ['--key-id', team.keyId, '--grace', '0'],
    'key revoke': ['--key-id', team.keyId],
    'key list': [],
    'training record': ['--user-id', member.userId],
    'training waiting': [],
    'contact list': [],
    'crm list': [],
    'crm sync': ['--connection', connection],
    'mail list': [],
    'request show': ['--request', '01990000-0000-7000-8000-000000000000'],
  };
  // A deleted team has no audit log any more.
  const aboutTeam = commands.filter(({ name, flags }) => flags.team && name !== 'team delete');
  expect(Object.keys(examples).toSorted()).toEqual(aboutTeam.map(({ name }) => name).toSorted());
  const found = async () =>
    (
      await api().sql.query<{ action: string; command: string | null }>(
        `select action, changes ->> 'command' as command from audit_entry
           where tenant_id = $1 and actor_kind = 'operator' and actor_id = 'operator'`,
        [id],
      )
    ).rows;
  for (const [name, options] of Object.entries(examples)) {
    const before = await found();
    const { code, stderr } = await cli(...name.split(' '), '--team', id, ...options);
    expect([code, stderr], name).toEqual([0, '']);
    expect((await found()).length, name).toBeGreaterThan(before.length);
  }
  const all = await found();
  const read = all.filter(({ action }) => action === 'team.data_read');
  const reads = [
    'team export',
    'key list',
    'training waiting',
    'contact list',
    'crm list',
    'mail list',
    'request show',
  ];
  expect(read.map(({ command }) => command).toSorted()).toEqual(reads.toSorted());
  await cli('mail', 'list');
  expect(await found()).toHaveLength(all.length);

  const owner = await makeSession(team, team.owner);
  const { data } = await owner.app.auditLog.list.query({ actor: 'operator' });
  expect(data).toContainEqual(
    expect.objectContaining({
      actor: { kind: 'operator', id: 'operator', name: null, is_me: false },
      action: 'team.data_read',
      changes: [{ field: 'command', after: 'mail list' }],
    }),
  );
});

test('an entry is kept for a year', async () => {
  const { sql, clock } = api();
  await forget();
  await sql.query(
    `insert into operator_entry (id, command, ids, account, host, started_at)
     values ('opr_old', 'demo', '{}', 'jo', 'here', $1::timestamptz - interval '365 days 1 second'),
       ('opr_new', 'demo', '{}', 'jo', 'here', $1::timestamptz - interval '364 days')`,
    [clock.now()],
  );
  const log = createLogger('silent');
  await runHousekeeping({ pool: api().pool, clock, log, links });
  expect(await entries()).toEqual([expect.objectContaining({ id: 'opr_new' })]);
  clock.travel(2 * DAY_MS);
  await runHousekeeping({ pool: api().pool, clock, log, links });
  expect(await entries()).toEqual([]);
});
