import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as sqlite from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { changedTypes } from '../../src/features/changes/changed-types.ts';
import { typeNames } from '../../src/features/changes/changes.schema.ts';
import { scopeOf } from '../../src/sdk/command-line/copy.ts';
import { CopyFile, tables } from '../../src/sdk/command-line/copy-file.ts';
import { Copy, listsOf } from '../changes/harness/copy.ts';
import { codeBlocks, documentNamed } from '../docs/harness/documents.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { makeSession } from '../harness/app.ts';
import { closeProxies, type Fault, FaultyProxy } from '../harness/faulty-proxy.ts';
import { receiverCaFile } from '../harness/receiver.ts';
import { insertCase, insertScoredTraining } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { Running, useMachine } from './harness/command-line.ts';
import { openTls } from './harness/open-tls.ts';

type Type = (typeof typeNames)[number];
type Row = Record<string, unknown>;

const api = useApi({ poolSize: 20, readersMs: 20 });
const machine = useMachine(api);
closeProxies();
let world: World;
let made = 0;
beforeAll(() => makeGlobalCatalog(api()));
beforeEach(async () => {
  world = await makeWorld(api());
});

function newFile(): string {
  made += 1;
  return path.join(machine().folder, `copy-${made}.sqlite`);
}

/** On a busy machine it says how far it is. */
const withoutProgress = (stderr: string) =>
  stderr.replaceAll(/^[\d,]+ objects(, about [\d,]+ left)?\n/gm, '');

type Start = { args?: string[]; key?: string; env?: Record<string, string> };

function start(file: string, { args = [], key = world.team.key, env = {} }: Start = {}): Running {
  const words = ['copy', '--to', file, ...args];
  const running = machine().start(words, {
    env: { TEAM_API_KEY: key, ...env },
    node: process.execPath,
  });
  onTestFinished(() => {
    running.child.kill('SIGKILL');
  });
  return running;
}

/** Starts a copy, and waits until it is whole. */
async function startWhole(file: string, options?: Start): Promise<Running> {
  const running = start(file, options);
  await running.says(/ is whole: [\d,]+ objects in \d+ s\. It follows/);
  return running;
}

const once = (file: string, { args = [], ...options }: Start = {}) =>
  start(file, { args: ['--once', ...args], ...options }).ended;

/** Reads the file as another program does. */
function query(file: string, sql: string): Row[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

const stateOf = (file: string) => query(file, 'select * from copy_state')[0] ?? {};

/** The objects of the file, without the columns that objects have not. */
function objectsIn(file: string, types: readonly Type[] = typeNames): Row {
  const all = types.flatMap((type) =>
    query(file, `select * from ${tables[type]}`).map(({ generation: _, ...row }) => {
      const { synced_at: __, ...object } = row;
      return [`${type} ${row.id}`, object] as const;
    }),
  );
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the lists answer, as a row has it. */
async function expected(file: string, types: readonly Type[] = typeNames): Promise<Row> {
  const lists = (await listsOf(world.team, types)) as Record<string, Row>;
  const rows = objectsIn(file, types) as Record<string, Row>;
  return Object.fromEntries(
    Object.entries(lists).map(([key, object]) => {
      const { id, member_id } = rows[key] ?? {};
      const columns = Object.keys(rows[key] ?? {}).map((name) => [name, null]);
      const values = Object.entries(object).map(([name, value]) => [name, stored(value)]);
      const shown = Object.fromEntries([...columns, ...values]);
      return [key, { ...shown, id, member_id }];
    }),
  );
}

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

async function untilEqual(file: string, types?: readonly Type[]): Promise<void> {
  const isEqual = async () =>
    JSON.stringify(sorted(objectsIn(file, types))) ===
    JSON.stringify(sorted(await expected(file, types)));
  await until('the copy', isEqual).catch(async () =>
    expect(objectsIn(file, types)).toEqual(await expected(file, types)),
  );
}

const sorted = (rows: Row) =>
  Object.entries(rows).map(([key, row]) => [key, Object.entries(row as Row).toSorted()]);

test('D184: the file becomes whole, and follows every change, while others read it', async () => {
  const file = newFile();
  const running = await startWhole(file);
  await untilEqual(file);
  for (const type of typeNames) {
    expect(query(file, `select count(*) as count from ${tables[type]}`)[0]?.count).not.toBe(0);
  }
  expect(stateOf(file)).toMatchObject({
    generation: 1,
    types: [...typeNames].sort().join(),
    server: machine().server,
    team: world.team.tenantId,
    whole_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  // A reader in the middle of a transaction keeps its state, and holds nobody up.
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('begin');
  const note = () =>
    reader.prepare('select note from assignments where id = ?').get(world.assignment)?.note;
  const before = note();
  const { team, assignment, memberId, invited } = world;
  await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'Anew' } });
  const isNew = () =>
    query(file, `select note from assignments where id = '${assignment}'`)[0]?.note === 'Anew';
  await until('the change', isNew);
  expect([before, note()]).not.toContain('Anew');
  reader.close();
  await insertScoredTraining(team, { member_id: memberId });
  await team.request('DELETE', `/users/${invited}`);
  await untilEqual(file);
  await team.request('DELETE', `/users/${memberId}`);
  await untilEqual(file);
  const { code, stdout, stderr } = await running.stop();
  expect([code, withoutProgress(stderr)]).toEqual([130, '']);
  expect(stdout).toMatch(
    /^\S+ is whole: [\d,]+ objects in \d+ s\. It follows what changes; Ctrl-C ends it\.\n$/,
  );
  expect(stdout + stderr).not.toContain(team.key);
});

test('a command that is killed in the middle goes on where it was, and --once ends when the copy is whole', async () => {
  for (let n = 0; n < 450; n += 1) await insertCase(world.team);
  // The list is open, so the first page has objects.
  await new Copy(world.team).follow();
  let pages = 0;
  const faultOf = ({ path: asked }: { path: string }): Fault => {
    if (!asked.startsWith('/changes')) return 'none';
    pages += 1;
    return pages === 2 ? 'hang' : 'none';
  };
  const proxy = await FaultyProxy.open(api(), faultOf);
  const args = ['--server', new URL(proxy.url).origin];
  const file = newFile();
  const killed = start(file, { args });
  await until('the second page', () => pages === 2);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const { cursor, whole_at } = stateOf(file);
  expect([typeof cursor, whole_at]).toEqual(['string', null]);
  const size = query(file, 'select id from cases').length;
  const { code, stdout, stderr } = await once(file, { args });
  expect([code, withoutProgress(stderr)]).toEqual([0, '']);
  expect(stdout).toMatch(/ is whole: [\d,]+ objects in \d+ s\.\n$/);
  expect(size).toBeLessThan(450);
  await untilEqual(file);
  expect(stateOf(file).generation).toBe(1);
  // It has begun nowhere else: the second page was asked for with the cursor of the first.
  const cursors = proxy.seen
    .filter(({ path: each }) => each.startsWith('/changes'))
    .map(({ path: each }) => new URL(each, proxy.url).searchParams.get('cursor'));
  expect(cursors[1]).toEqual(expect.any(String));
  expect(cursors[2]).toBe(cursors[1]);
  // What has changed since then comes with the next --once.
  await world.team.request('DELETE', `/cases/${world.teamCase}`);
  expect((await once(file, { args })).code).toBe(0);
  await untilEqual(file);
});

test('without a key, the command says what is missing and where the form for it is', async () => {
  const file = newFile();
  const form = `${machine().server}/app/api-keys?new=1&scopes=trainings:read,evaluations:read`;
  const args = ['--types', 'training,evaluation'];
  const { code, stdout, stderr } = await start(file, { args, key: '' }).ended;
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `Error: TEAM_API_KEY is not set: it is the key of your team.\nMake a key in the app:\n  ${form}\n`,
  );
  const wrong = await once(file, { key: 'svck_live_wrong' });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('The key does not work')]);
  const lacks = (await world.team.createKey({ scopes: ['users:read'] })).key;
  const refused = await once(file, { args, key: lacks });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/lacks the scope (trainings|evaluations):read/),
  ]);
  for (const [given, says] of [
    [['copy'], /copy needs --to/],
    [['copy', '--to', file, '--types', 'user'], /There is no type "user"/],
  ] as const) {
    const ended = await machine().run([...given], { env: { TEAM_API_KEY: lacks } });
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(says)]);
  }
});

test('a file that is no copy, or that of another team or server, is refused and stays as it is', async () => {
  const text = newFile();
  writeFileSync(text, 'A text of somebody, longer than the head of a database.\n'.repeat(20));
  const foreign = newFile();
  const db = new DatabaseSync(foreign);
  db.exec('create table copy_state (id int); insert into copy_state values (1)');
  db.close();
  for (const file of [text, foreign]) {
    const before = readFileSync(file);
    const { code, stderr } = await once(file);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is there, and is no copy')]);
    expect(readFileSync(file)).toEqual(before);
  }
  const file = newFile();
  await once(file);
  const before = stateOf(file);
  const other = await makeWorld(api());
  const team = await once(file, { key: other.team.key });
  expect([team.code, team.stderr]).toEqual([1, expect.stringContaining('copy of another team')]);
  const proxy = await FaultyProxy.withFaults(api(), []);
  const server = await once(file, { args: ['--server', new URL(proxy.url).origin] });
  expect([server.code, server.stderr]).toEqual([1, expect.stringContaining('is a copy from ')]);
  expect(stateOf(file)).toEqual(before);
});

test('a place that cannot be written is named in clear words', async () => {
  const { folder } = machine();
  for (const [file, says] of [
    [folder, 'is a folder.'],
    [path.join(folder, 'none/copy.sqlite'), `There is no folder ${path.join(folder, 'none')}.`],
    ['/proc/copy.sqlite', 'Cannot write /proc/copy.sqlite: its folder is read-only.'],
  ] as const) {
    const { code, stderr } = await once(file);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
    expect(stderr).not.toContain('    at ');
  }
});

test('only the owner may read the file, and those beside it, whatever the mask of the process', async () => {
  for (const mask of [0o000, 0o777]) {
    const former = process.umask(mask);
    const file = newFile();
    const running = start(file);
    process.umask(former);
    await running.says(/ is whole/);
    const modes = ['', '-wal', '-shm'].map((end) => statSync(file + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await running.stop();
  }
});

test('a disk that is full, or a limit of the size of a file, ends the command in clear words', async () => {
  for (let n = 0; n < 300; n += 1) await insertCase(world.team);
  const small = path.join(machine().folder, 'small');
  mkdirSync(small);
  const file = path.join(small, 'copy.sqlite');
  const started = (script: string) => {
    const words = ['-c', script, file, process.execPath, machine().program, 'copy', '--to', file];
    const env = { TEAM_API_KEY: world.team.key, PATH: process.env.PATH ?? '' };
    return new Running('sh', words, { env }).ended;
  };
  const limited = await started('ulimit -f 400; exec "$@" --once');
  const reason = 'the disk has a fault, or the file has reached a limit of its size';
  expect(limited).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Error: Cannot write ${file}: ${reason}.\n`),
  });
  // Not everybody may mount a small disk.
  if (spawnSync('unshare', ['-rm', 'true']).status !== 0) return;
  const full = await started(
    'exec unshare -rm sh -c \'mount -t tmpfs -o size=200k none "$(dirname "$0")" && exec "$@" --once\' "$0" "$@"',
  );
  expect(full).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Error: Cannot write ${file}: the disk is full.\n`),
  });
});

test('a command whose cursor has expired says so, begins again, and drops what is gone', async () => {
  const file = newFile();
  await once(file);
  await api().sql.query('select end_change_feed($1)', [world.team.tenantId]);
  await world.team.request('DELETE', `/cases/${world.teamCase}`);
  const { code, stdout, stderr } = await once(file);
  expect([code, stdout]).toEqual([0, expect.stringContaining(' is whole: ')]);
  expect(stderr).toContain('The cursor has expired, as after a restored backup.');
  await untilEqual(file);
  expect(stateOf(file).generation).toBe(2);
});

test('a new beginning of 10,000 objects removes what it has not put', () => {
  const place = { file: newFile(), server: 'https://team.example', team: 'team', types: ['case'] };
  const into = new CopyFile(sqlite, place);
  const step = (generation: number, n: number, ends: boolean) => {
    const changes = Array.from({ length: 200 }, (_, i) => {
      const id = `${n * 200 + i}`;
      const object = { id, title: `Case ${id}`, note: 'x'.repeat(500) };
      return { type: 'case', id, member_id: null, change: 'updated', object };
    });
    into.apply({ changes, cursor: `${generation} ${n}`, generation, ends, types: ['case'] });
  };
  for (let n = 0; n < 50; n += 1) step(1, n, n === 49);
  expect(into.count()).toBe(10_000);
  for (let n = 0; n < 10; n += 1) step(2, n, n === 9);
  into.close();
  const left = 'select count(*) as count, min(generation) as generation from cases';
  expect(query(place.file, left)).toEqual([{ count: 2000, generation: 2 }]);
});

test('a command ends if another program has written into its file', async () => {
  const file = newFile();
  const running = await startWhole(file);
  const db = new DatabaseSync(file);
  db.exec(`update copy_state set cursor = 'that of another command'`);
  db.close();
  await insertScoredTraining(world.team, { member_id: world.memberId });
  await running.says(/Another program writes into /);
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`Another program writes into ${file}.`),
  ]);
  expect(stateOf(file).cursor).toBe('that of another command');
});

test('the queries of the guide answer from a copy', async () => {
  const file = newFile();
  await once(file);
  const guide = documentNamed('docs/guides/en/command-line.md');
  const [week = '', open = ''] = codeBlocks(guide, 'sql');
  const weeks = query(file, week);
  expect(weeks.length).toBeGreaterThan(0);
  for (const row of weeks) {
    expect(row).toEqual({
      week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      mean_score: expect.any(Number),
      evaluations: expect.any(Number),
    });
    expect(new Date(`${row.week}`).getUTCDay()).toBe(1);
  }
  const { member } = world;
  expect(query(file, open)).toEqual([{ email: member.email, open_assignments: 1 }]);
});

test('D187: after an erasure the file has nothing of the person, not even in its free space', async () => {
  const file = newFile();
  const running = await startWhole(file);
  const { memberId, team, member } = world;
  expect(query(file, `select email from members where id = '${memberId}'`)).toHaveLength(1);
  await team.request('DELETE', `/users/${memberId}`);
  await until('the removal', () =>
    query(file, 'select id from members').every(({ id }) => id !== memberId),
  );
  const owner = await makeSession(team, team.owner);
  await owner.app.members.erase.mutate({ member_id: memberId });
  await runErasures(api());
  await untilEqual(file);
  for (const table of ['trainings', 'evaluations']) {
    expect(query(file, `select id from ${table} where member_id = '${memberId}'`)).toEqual([]);
  }
  await running.stop();
  expect(readFileSync(file).includes(member.email)).toBe(false);
});

test('it copies what the key may read, and what is no longer copied goes', async () => {
  const file = newFile();
  const { key } = await world.team.createKey({ scopes: ['users:read', 'cases:read'] });
  await once(file, { key });
  const some = ['member', 'deal', 'objection', 'case'] as const;
  expect(stateOf(file).types).toBe('case,deal,member,objection');
  await untilEqual(file, some);
  expect(Object.keys(objectsIn(file, ['training', 'evaluation', 'assignment']))).toEqual([]);
  const less = await once(file, { args: ['--types', 'member,training'] });
  expect(less.stderr).toMatch(
    / had case,deal,member,objection until now\. It starts again with member,training;/,
  );
  await untilEqual(file, ['member', 'training']);
  expect(Object.keys(objectsIn(file, ['deal', 'objection', 'case']))).toEqual([]);
  await once(file);
  await untilEqual(file);
});

test('the scopes of the types are those of the lists', () => {
  const scopes = Object.entries(changedTypes).map(([type, { scope }]) => [type, scope]);
  expect(scopeOf).toEqual(Object.fromEntries(scopes));
  expect(Object.keys(tables).sort()).toEqual([...typeNames].sort());
});

test('a property without a column gets one, and its first value gives it its type', async () => {
  const file = newFile();
  await once(file);
  const db = new DatabaseSync(file);
  const typeOfNote = () =>
    db.prepare(`select type from pragma_table_info('assignments') where name = 'note'`).get()?.type;
  db.exec('alter table assignments drop column note');
  const { team, assignment } = world;
  for (const note of ['Anew', null]) {
    await team.request('PATCH', `/assignments/${assignment}`, { body: { note } });
  }
  await once(file);
  expect(typeOfNote()).toBe('');
  await team.request('PATCH', `/assignments/${assignment}`, { body: { note: '007' } });
  await once(file);
  expect(typeOfNote()).toBe('TEXT');
  db.close();
  await untilEqual(file);
});

test('while the team closes types, the command says so, and keeps what it has of them', async () => {
  const file = newFile();
  const running = await startWhole(file);
  const setDetail = (shows: boolean) => world.team.set({ member_detail_enabled: shows });
  const before = query(file, 'select id from trainings');
  await setDetail(false);
  const { memberId } = await world.team.addMember();
  await running.says(/The team has closed assignments, cases, evaluations, trainings /);
  await until('the new member', () =>
    query(file, 'select id from members').some(({ id }) => id === memberId),
  );
  expect(query(file, 'select id from trainings')).toEqual(before);
  const closed = await once(newFile(), { args: ['--types', 'training'] });
  expect([closed.code, closed.stderr]).toEqual([
    1,
    expect.stringContaining('has closed trainings'),
  ]);
});

test('it waits for a server that is away, and on a Node without SQLite it says what it needs', async () => {
  const proxy = await FaultyProxy.withFaults(api(), ['refuse', 'refuse', { status: 503 }]);
  const args = ['--server', new URL(proxy.url).origin];
  expect((await once(newFile(), { args })).code).toBe(0);
  const env = { NODE_OPTIONS: '--no-experimental-sqlite' };
  const old = await once(newFile(), { env });
  expect([old.code, old.stderr]).toEqual([
    1,
    `Error: copy needs Node 22.13 or newer. This is Node ${process.versions.node}.\n`,
  ]);
});

test('while the service opens the list, it asks at most about once a second', async () => {
  const text = JSON.stringify({ data: [], cursor: 'opens', has_more: true });
  const faultOf = ({ path: asked }: { path: string }): Fault =>
    asked.startsWith('/changes')
      ? { status: 200, headers: { 'content-type': 'application/json' }, text }
      : 'none';
  const proxy = await FaultyProxy.open(api(), faultOf);
  const running = start(newFile(), { args: ['--server', new URL(proxy.url).origin] });
  const asks = () => proxy.seen.filter(({ path: asked }) => asked.startsWith('/changes'));
  await until('five calls', () => asks().length >= 5);
  const { code, stdout, stderr } = await running.stop();
  expect([code, stdout, withoutProgress(stderr)]).toEqual([130, '', '']);
  // The first call does not wait, and the second finds out that the list opens.
  const [, second, ...later] = asks();
  expect((later[1]?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(1800);
});

test('a wrong address ends the command, and a host that cannot be found may only be away', async () => {
  const args = (server: string) => ({ args: ['--server', server] });
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const json = { 'content-type': 'application/json' };
  for (const fault of [
    { status: 200, headers: html, text: '<!doctype html><p>Welcome' },
    { status: 404, headers: html, text: '<!doctype html><p>Not found' },
    { status: 200, headers: json, text: '{"status":"ok"}' },
  ]) {
    const { origin } = new URL((await FaultyProxy.withFaults(api(), [fault])).url);
    const { code, stdout, stderr } = await once(newFile(), args(origin));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(
        `^Error: ${origin} answers with HTTP ${fault.status}, and not as this service does\\.\nLook at`,
      ),
    );
  }
  for (const [name, reason] of [
    ['self-signed', /self-signed certificate/],
    ['expired', /certificate has expired/],
  ] as const) {
    const server = await openTls(name);
    const trusted = { NODE_EXTRA_CA_CERTS: receiverCaFile };
    const { code, stdout, stderr } = await once(newFile(), { ...args(server), env: trusted });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(
      /^Error: The certificate of \S+ does not verify: .+\.\nThe key was not sent/,
    );
  }
  const nowhere = start(newFile(), args('http://nowhere.invalid'));
  await nowhere.says(/nowhere\.invalid does not answer\. The copy goes on as soon as it does\.\n/);
  expect((await nowhere.stop()).code).toBe(130);
});
