import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { typeNames } from '../../src/features/changes/changes.schema.ts';
import { listsOf } from '../changes/harness/copy.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { makeSession } from '../harness/app.ts';
import { closeProxies, type Fault, FaultyProxy } from '../harness/faulty-proxy.ts';
import { receiverCaFile } from '../harness/receiver.ts';
import { runs } from '../harness/rounds.ts';
import { insertCase, insertScoredTraining } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { Running } from './harness/command-line.ts';
import { openTls } from './harness/open-tls.ts';

const api = useApi({ poolSize: 20, readersMs: 20 });
closeProxies();

type Type = (typeof typeNames)[number];
type Row = Record<string, unknown>;

const tables = {
  member: 'members',
  training: 'trainings',
  evaluation: 'evaluations',
  assignment: 'assignments',
  case: 'cases',
  deal: 'deals',
  objection: 'objections',
} as const satisfies Record<Type, string>;
const open: Type[] = ['member', 'deal', 'objection'];

let world: World;
let folder: string;
let proxy: FaultyProxy;
let file: string;
/** What happens to the next requests. */
let faults: Fault[];

beforeAll(() => makeGlobalCatalog(api()));
beforeEach(async () => {
  world = await makeWorld(api());
  folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  file = path.join(folder, 'copy.sqlite');
  faults = [];
  proxy = await FaultyProxy.open(api(), () => faults.shift() ?? 'none');
});

type Given = { to?: string; server?: string; key?: string; env?: Record<string, string> };

function environment({ server, key = world.team.key, env }: Given = {}) {
  return {
    PATH: process.env.PATH ?? '',
    PYTHONPATH: path.resolve('dist/sdk/python'),
    TEAM_API_SERVER: server ?? new URL(proxy.url).origin,
    TEAM_API_KEY: key,
    ...env,
  };
}

/** Starts the command as a person does whose machine has the package. */
function start(args: string[] = [], { to = file, ...given }: Given = {}) {
  const command = new Running(
    'python3',
    ['-B', '-W', 'error', '-m', 'team_api', 'copy', '--to', to, ...args],
    { env: environment(given) },
  );
  onTestFinished(() => {
    command.child.kill('SIGKILL');
  });
  return command;
}

async function once(args: string[] = [], given?: Given) {
  const { code, stdout, stderr } = await start([...args, '--once'], given).ended;
  if (given?.key !== '') expect(stdout + stderr).not.toContain(given?.key ?? world.team.key);
  return [code, stdout.replaceAll(folder, ''), stderr.replaceAll(folder, '')];
}

/** The same with the command for Node. */
async function onceInNode(args: string[], { to = file, ...given }: Given) {
  const program = path.resolve('dist/sdk/typescript/command-line.js');
  const words = [program, 'copy', '--to', to, ...args, '--once'];
  const { ended } = new Running(process.execPath, words, { env: environment(given) });
  const { code, stdout, stderr } = await ended;
  return [code, stdout.replaceAll(folder, ''), stderr.replaceAll(folder, '')];
}

/** The tables of a file with their columns, types and rows, but for what differs from run to run. */
function contentOf(name: string) {
  using db = new DatabaseSync(name, { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all();
  const tablesOf = Object.values(tables).map((table) => [
    table,
    all(`select name, type, "notnull", pk from pragma_table_info('${table}') order by name`),
    all(`select * from ${table} order by id`).map((row) => ({ ...row, synced_at: null })),
  ]);
  const indexes = all(
    `select name, tbl_name from sqlite_master where type = 'index' order by name`,
  );
  return [tablesOf, indexes, all('select generation, types, server, team from copy_state')];
}

/** Reads the file as another program does, while the copy may write it. */
function select(statement: string): Row[] {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  return db
    .prepare(statement)
    .all()
    .map((row) => ({ ...row }));
}

const state = () => select('select * from copy_state');
const count = () => (existsSync(file) ? select('select id from cases').length : 0);

/** The objects of the file, without columns that are null and what only a synchronization changes. */
function rows(types: readonly Type[] = typeNames): Record<string, Row> {
  const all = types.flatMap((type) =>
    select(`select * from ${tables[type]}`).map((row): [string, Row] => {
      const { generation: _, member_id: __, synced_at: ___, ...rest } = row;
      return [`${type} ${row.id}`, present(rest)];
    }),
  );
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const present = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** What the lists answer, as rows of the file. */
async function expected(types: readonly Type[] = typeNames): Promise<Record<string, Row>> {
  const lists = Object.entries(await listsOf(world.team, types));
  return Object.fromEntries(
    lists.map(([key, object]) => {
      const { member_id: _, ...rest } = object as Row;
      const values = Object.entries(rest).map(([name, value]) => [name, stored(value)]);
      return [key, present({ ...Object.fromEntries(values), id: key.split(' ')[1] })];
    }),
  );
}

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

async function untilEqual(types: readonly Type[] = typeNames): Promise<void> {
  const lists = await expected(types);
  const isEqual = () => existsSync(file) && isDeepStrictEqual(rows(types), lists);
  await until('the copy', isEqual).catch(() => expect(rows(types)).toEqual(lists));
}

const setDetail = (shows: boolean) => world.team.set({ member_detail_enabled: shows });

/** `npm test` needs no Python. */
describe.runIf(runs({ few: 0, all: 1 }) > 0)('team-api copy, in Python,', () => {
  test('makes a whole copy, follows every change, and ends by SIGTERM or Ctrl-C', async () => {
    const { team, memberId, invited, assignment } = world;
    const first = start();
    await first.says(
      /is whole: \d+ objects in \d+ s\. It follows what changes; Ctrl-C ends it\.\n/,
    );
    await untilEqual();
    const objects = Object.keys(rows()).length;
    expect(first.stdout).toContain(`${file} is whole: ${objects} objects`);
    expect(
      Object.values(tables).map((table) => select(`select id from ${table}`).length > 0),
    ).toEqual(Array(7).fill(true));
    const [kept] = state();
    expect(kept).toMatchObject({
      generation: 1,
      types: typeNames.toSorted().join(),
      server: new URL(proxy.url).origin,
      team: team.tenantId,
      whole_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'Anew' } });
    await untilEqual();
    await insertScoredTraining(team, { member_id: memberId });
    await team.request('DELETE', `/users/${invited}`);
    await untilEqual();
    await team.request('DELETE', `/users/${memberId}`);
    await untilEqual();
    expect(state()).toMatchObject([{ generation: 1, whole_at: kept?.whole_at }]);
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 130, stdout: first.stdout, stderr: '' });
    const second = start();
    await second.says(/is whole/);
    expect(await second.stop()).toMatchObject({ code: 130, stderr: '' });
    expect(state()).toMatchObject([{ generation: 1, whole_at: kept?.whole_at }]);
  });

  test('keeps what the team closes, goes on with the rest, and says so', async () => {
    const command = start();
    await command.says(/is whole/);
    await untilEqual();
    await setDetail(false);
    const { memberId } = await world.team.addMember();
    await command.says(/The team has closed assignments, cases, evaluations, trainings/);
    await until('the new member', () => `member ${memberId}` in rows(['member']));
    await untilEqual(open);
    expect(count()).toBeGreaterThan(0);
    // A run for cron ends, although something is closed, and says so.
    command.child.kill('SIGTERM');
    await command.ended;
    const [code, stdout, stderr] = await once();
    expect([code, stdout]).toEqual([0, expect.stringContaining('whole but for what is closed')]);
    expect(stderr).toContain('The team has closed');
    const alone = await once(['--types', 'case'], { to: path.join(folder, 'cases.sqlite') });
    expect(alone).toEqual([
      1,
      '',
      'Error: The team has closed cases (member_detail_enabled). /cases.sqlite keeps what it has of them.\n',
    ]);
    const third = start();
    await third.says(/The team has closed/);
    await world.team.request('DELETE', `/users/${memberId}`);
    await setDetail(true);
    await until('the news', () => third.stderr.includes('The team has opened everything again.'));
    await untilEqual();
    third.child.kill('SIGTERM');
    expect((await third.ended).code).toBe(130);
  });

  test('has nothing of an erased person', async () => {
    const { memberId, team, assignment, teamCase } = world;
    const command = start();
    await command.says(/is whole/);
    await team.request('DELETE', `/users/${memberId}`);
    const owner = await makeSession(team, team.owner);
    await owner.app.members.erase.mutate({ member_id: memberId });
    await runErasures(api());
    await untilEqual();
    const ofMember = Object.values(tables).flatMap((table) =>
      select(`select id from ${table} where member_id = '${memberId}'`).map(({ id }) => id),
    );
    // The lists still have the cases and the revoked assignments, without the texts about the person.
    expect(ofMember.toSorted()).toEqual([assignment, teamCase].toSorted());
  });

  test('goes on after SIGKILL where it was, and reads nothing twice', async () => {
    for (let n = 0; n < 900; n += 1) await insertCase(world.team);
    let most = 0;
    for (let kills = 0; kills < 3; kills += 1) {
      const command = start();
      await until('a page', () => count() > most);
      command.child.kill('SIGKILL');
      await command.ended;
      most = count();
    }
    expect(most).toBeLessThan(900);
    expect(state()).toMatchObject([{ whole_at: null, generation: 1 }]);
    await world.team.request('DELETE', `/cases/${world.teamCase}`);
    expect(await once()).toMatchObject([
      0,
      expect.stringMatching(/^\/copy.sqlite is whole: \d+/),
      expect.anything(),
    ]);
    expect(rows()).toEqual(await expected());
    expect(state()).toMatchObject([{ generation: 1 }]);
    // What a killed program had asked for is asked for again, and nothing else.
    const pages = proxy.seen.filter(({ path: asked }) => asked.startsWith('/changes'));
    const cursors = pages.map(({ path: asked }) =>
      new URL(asked, api().url).searchParams.get('cursor'),
    );
    expect(new Set(cursors).size).toBeGreaterThanOrEqual(cursors.length - 3);
  });

  test('begins anew after its cursor has expired, says so, and drops what is gone', async () => {
    await once();
    await api().sql.query('select end_change_feed($1)', [world.team.tenantId]);
    await world.team.request('DELETE', `/cases/${world.teamCase}`);
    const [code, , stderr] = await once();
    expect([code, stderr]).toEqual([0, expect.stringContaining('The cursor has expired')]);
    expect(rows()).toEqual(await expected());
    expect(state()).toMatchObject([{ generation: 2 }]);
  });

  test('goes on after broken connections, and says once that the server does not answer', async () => {
    faults = [
      { status: 503 },
      'none',
      { status: 429, headers: { 'retry-after': '1' } },
      'half',
      'lose',
    ];
    const [code, stdout, stderr] = await once();
    expect([code, stdout]).toEqual([0, expect.stringContaining('is whole')]);
    expect(stderr).toMatch(/^(?:\d+ objects\n)*$/);
    expect(rows()).toEqual(await expected());
    faults = Array(100).fill('refuse');
    const away = start(['--once']);
    await away.says(/does not answer\. The copy goes on as soon as it does\.\n/);
    faults = [];
    const ended = await away.ended;
    expect([ended.code, ended.stderr.match(/does not answer/g)?.length]).toEqual([0, 1]);
  });

  test('waits while its rate limit is used up', async () => {
    await world.team.set({ rate_limit_per_min: 60 });
    let moves = () => {};
    const fault = () => {
      moves();
      return 'none' as const;
    };
    const { url } = await FaultyProxy.open(api(), fault, 'shows');
    const headers = { authorization: `Bearer ${world.team.key}` };
    let answer = await fetch(`${url}/me`, { headers });
    for (let n = 0; n < 60 && answer.ok; n += 1) answer = await fetch(`${url}/me`, { headers });
    expect(answer.status).toBe(429);
    api().clock.travel((Number(answer.headers.get('retry-after')) - 1) * 1000);
    let asked = 0;
    // The program is refused once more, and its second call comes in the next minute.
    moves = () => {
      asked += 1;
      if (asked === 2) api().clock.travel(2000);
    };
    expect(await once([], { server: new URL(url).origin })).toMatchObject([
      0,
      expect.anything(),
      expect.anything(),
    ]);
    expect(rows()).toEqual(await expected());
    expect(asked).toBeGreaterThan(3);
  });

  test('makes a column for what it does not know yet, and goes on with other types', async () => {
    expect((await once(['--types', 'member, case']))[0]).toBe(0);
    expect(select('select id from trainings')).toEqual([]);
    const db = new DatabaseSync(file);
    db.exec('alter table cases drop column title');
    db.close();
    const [code, , stderr] = await once();
    const all = typeNames.toSorted().join();
    expect([code, stderr]).toEqual([
      0,
      `/copy.sqlite had case,member until now. It starts again with ${all}; the rows of other types are removed.\n`,
    ]);
    expect(rows()).toEqual(await expected());
    expect((await once())[2]).toBe('');
    expect((await once(['--types', 'member']))[0]).toBe(0);
    expect(Object.keys(rows())).toEqual(Object.keys(rows(['member'])));
    expect(rows(['member'])).toEqual(await expected(['member']));
  });

  test('a column gets the type of its first value', async () => {
    await once();
    const types = () => {
      const columns = select(`select name, type from pragma_table_info('trainings')`);
      return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    };
    const first = { id: 'TEXT', status: 'TEXT', external_ref: '' };
    expect(types()).toMatchObject(first);
    const statement = 'update training set external_ref = $2 where tenant_id = $1';
    await api().sql.query(statement, [world.team.tenantId, { system: 'crm', id: '7' }]);
    await once();
    expect(types()).toMatchObject({ ...first, external_ref: 'TEXT' });
    expect(rows()).toEqual(await expected());
  });

  test('makes files that only the owner may read, whatever the mask of the process', async () => {
    for (const mask of [0o000, 0o777]) {
      const to = path.join(folder, `mask-${mask}`);
      const former = process.umask(mask);
      const command = start([], { to });
      process.umask(former);
      await command.says(/ is whole/);
      const modes = ['', '-wal', '-shm'].map((end) => statSync(to + end).mode & 0o777);
      expect(modes).toEqual([0o600, 0o600, 0o600]);
      await command.stop();
    }
  });

  test('says in clear words that the disk is full, or that a file may not be that large', async () => {
    for (let n = 0; n < 300; n += 1) await insertCase(world.team);
    const started = async (script: string) => {
      const words = ['-c', script, file, 'python3', '-B', '-m', 'team_api', 'copy', '--to', file];
      const { code, stderr } = await new Running('sh', words, { env: environment() }).ended;
      return [code, stderr];
    };
    const reason = 'the disk has a fault, or the file has reached a limit of its size';
    expect(await started('ulimit -f 400; exec "$@" --once')).toEqual([
      1,
      expect.stringContaining(`Error: Cannot write ${file}: ${reason}.\n`),
    ]);
    // Not everybody may mount a small disk.
    if (spawnSync('unshare', ['-rm', 'true']).status !== 0) return;
    const full = await started(
      'exec unshare -rm sh -c \'mount -t tmpfs -o size=200k none "$(dirname "$0")" && exec "$@" --once\' "$0" "$@"',
    );
    expect(full).toEqual([
      1,
      expect.stringContaining(`Error: Cannot write ${file}: the disk is full.\n`),
    ]);
  });

  test('a second program that writes into the file ends', async () => {
    const first = start();
    await first.says(/is whole/);
    const { assignment, team } = world;
    // Only one call of a key waits.
    const second = start([], await team.createKey());
    await second.says(/is whole/);
    await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'Anew' } });
    const ended = await Promise.race([first.ended, second.ended]);
    expect(ended).toMatchObject({
      code: 1,
      stderr: `Error: Another program writes into ${file}.\nOnly one at a time may write into a copy.\n`,
    });
    await untilEqual();
  });

  test('refuses what is no copy of this team and server, and leaves it as it is', async () => {
    await once();
    const { team } = await makeWorld(api());
    const other = await once([], { key: team.key });
    expect(other).toEqual([
      1,
      '',
      expect.stringContaining('/copy.sqlite is a copy of another team.'),
    ]);
    const direct = `http://127.0.0.1:${api().port}`;
    const elsewhere = await once([], { server: direct });
    expect(elsewhere).toEqual([1, '', expect.stringContaining(`not ${direct}.`)]);
    const foreign = path.join(folder, 'foreign');
    await writeFile(foreign, 'a text of somebody\n'.repeat(500));
    const before = await readFile(foreign);
    const text = await once([], { to: foreign });
    expect(text).toEqual([1, '', expect.stringContaining('is there, and is no copy of a team.')]);
    expect(before.equals(await readFile(foreign))).toBe(true);
    await rm(foreign);
    const db = new DatabaseSync(foreign);
    db.exec('create table copy_state (cursor text)');
    db.close();
    const made = await readFile(foreign);
    const database = await once([], { to: foreign });
    expect(database).toEqual([1, '', expect.stringContaining('is no copy of a team.')]);
    expect(made.equals(await readFile(foreign))).toBe(true);
    expect(await once([], { to: folder })).toEqual([
      1,
      '',
      expect.stringContaining(' is a folder.'),
    ]);
    const nowhere = await once([], { to: path.join(folder, 'none/copy.sqlite') });
    expect(nowhere).toEqual([1, '', 'Error: There is no folder /none.\n']);
  });

  test('says what is wrong with the key, and where to make one', async () => {
    const { origin } = new URL(proxy.url);
    const form = `Make a key in the app:\n  ${origin}/app/api-keys?new=1&scopes=`;
    const all = `${form}users:read,cases:read,assignments:read,trainings:read,evaluations:read\n`;
    expect(await once([], { key: '' })).toEqual([
      2,
      '',
      `Error: TEAM_API_KEY is not set: it is the key of your team.\n${all}`,
    ]);
    const typed = await once(['--types', 'deal'], { key: 'svck_live_ä' });
    expect(typed).toEqual([2, '', expect.stringContaining(`${form}cases:read\n`)]);
    const few = await world.team.createKey({ scopes: ['users:read', 'catalog:read'] });
    const lacking = await once(['--types', 'case'], { key: few.key });
    expect(lacking).toEqual([
      1,
      '',
      `Error: The key lacks the scope cases:read.\n${form}cases:read\n`,
    ]);
    await rm(file);
    expect((await once([], { key: few.key }))[0]).toBe(0);
    expect(state()).toMatchObject([{ types: 'member' }]);
    const none = await world.team.createKey({ scopes: ['catalog:read'] });
    expect(await once([], { key: none.key })).toEqual([
      1,
      '',
      `Error: The key lacks the scopes of all lists.\n${all}`,
    ]);
    const command = start([], { key: few.key });
    await command.says(/is whole/);
    await world.team.revokeKey(few.key_id);
    const { code, stderr } = await command.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(`The key does not work`)]);
  });

  test('says what is wrong with the address', async () => {
    const wrong = await once([], { server: 'team.example' });
    expect(wrong).toEqual([2, '', expect.stringContaining('team.example is no address')]);
    const other = `${new URL(proxy.url).origin}/docs`;
    const answers = await once(['--server', other]);
    expect(answers).toEqual([1, '', expect.stringContaining(`${other} answers with HTTP 404`)]);
    expect(await once([], { server: '' })).toEqual([
      2,
      '',
      expect.stringContaining('Which installation is it?'),
    ]);
  });

  test('asks at most about once a second while the service opens the list', async () => {
    const text = JSON.stringify({ data: [], cursor: 'opens', has_more: true });
    const opens = { status: 200, headers: { 'content-type': 'application/json' }, text };
    faults = ['none', ...Array(100).fill(opens)];
    const command = start();
    const asks = () => proxy.seen.filter(({ path: asked }) => asked.startsWith('/changes'));
    await until('five calls', () => asks().length >= 5);
    expect(await command.stop()).toMatchObject({ code: 130, stderr: '' });
    // The first call does not wait, and the second finds out that the list opens.
    const [, second, ...later] = asks();
    expect((later[1]?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(1800);
  });

  test('ends at a wrong address, and waits for a host that cannot be found', async () => {
    const { origin } = new URL(proxy.url);
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const json = { 'content-type': 'application/json' };
    for (const fault of [
      { status: 200, headers: html, text: '<!doctype html><p>Welcome' },
      { status: 404, headers: html, text: '<!doctype html><p>Not found' },
      { status: 200, headers: json, text: '{"status":"ok"}' },
    ]) {
      faults = [fault];
      const says = `Error: ${origin} answers with HTTP ${fault.status}, and not as this service does.\n`;
      expect(await once()).toEqual([1, '', expect.stringContaining(says)]);
    }
    for (const [name, reason] of [
      ['self-signed', 'self-signed certificate'],
      ['expired', 'certificate has expired'],
    ] as const) {
      const server = await openTls(name);
      const says = `Error: The certificate of ${server} does not verify: ${reason}.\nThe key was not sent.`;
      const ended = await once([], { server, env: { SSL_CERT_FILE: receiverCaFile } });
      expect(ended).toEqual([1, '', expect.stringContaining(says)]);
    }
    const nowhere = start([], { server: 'http://nowhere.invalid' });
    await nowhere.says(
      /nowhere\.invalid does not answer\. The copy goes on as soon as it does\.\n/,
    );
    expect((await nowhere.stop()).code).toBe(130);
  });

  test('says the same as the command for Node, and writes the same file', async () => {
    const files = { python: file, node: path.join(folder, 'node.sqlite') };
    const { team } = world;
    const few = await team.createKey({ scopes: ['users:read', 'cases:read'] });
    const none = await team.createKey({ scopes: ['catalog:read'] });
    const both = async (args: string[], given: Given = {}) => {
      const python = await once(args, { to: files.python, ...given });
      const node = await onceInNode(args, { to: files.node, ...given });
      const plain = (text: unknown) =>
        typeof text === 'string'
          ? text.replaceAll('node.sqlite', 'copy.sqlite').replace(/\d+ s\./, 'S s.')
          : text;
      expect(python.map(plain)).toEqual(node.map(plain));
      return python;
    };
    const same = () => {
      const [python, node] = [files.python, files.node].map(contentOf);
      expect(python).toEqual(node);
    };
    await both([], { key: '' });
    await both(['--types', 'deal'], { key: 'svck_live_\u00e4' });
    await both([], { key: 'svck_live_wrong' });
    await both([], { key: none.key });
    await both(['--types', 'training'], { key: few.key });
    await both(['--types', 'member,user']);
    await both([], { server: 'team.example' });
    await both([], { key: few.key });
    same();
    expect((await both([]))[0]).toBe(0);
    same();
    await api().sql.query('select end_change_feed($1)', [team.tenantId]);
    expect((await both([]))[0]).toBe(0);
    same();
    await setDetail(false);
    expect((await both([]))[0]).toBe(0);
    await both(['--types', 'training']);
    await setDetail(true);
    expect((await both(['--types', 'member,training']))[0]).toBe(0);
    same();
    const elsewhere = path.join(folder, 'none/copy.sqlite');
    await both([], { to: elsewhere });
    await both([], { to: folder });
    await both([], { to: '/proc/copy.sqlite' });
    await both([], { key: (await makeWorld(api())).team.key });
    await both([], { server: `http://127.0.0.1:${api().port}` });
  });
});
