import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../../src/embedded-postgres/command-line.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { type AtEnd, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { useShared } from '../harness/use-shared.ts';
import { waitingBackend } from '../harness/waiting.ts';

/** Takes the lock of the migration. */
const MIGRATION_LOCK = 72_707_369;

type Options = { file?: string; node?: string; atEnd?: AtEnd };

async function twoProcesses({
  file = 'src/api.ts',
  node = process.execPath,
  atEnd = onTestFinished,
}: Options = {}) {
  const database = await cloneDatabase();
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    API_PROCESSES: '2',
    PORT: String(await freePort()),
  };
  // This is registered before the process starts, and so runs after its end.
  atEnd(database.dropOnceFree);
  const primary = new Spawned(file, env, [], { node, atEnd });
  await until('both to be ready', () => count(primary, '"ready"') === 2, 60_000);
  return { env, primary };
}

/**
 * Two processes that the tests of a group share. The primary replaces a process that dies young later
 * each time, so a group has few tests.
 */
function useTwoProcesses(options: () => Options) {
  const shared = useShared((atEnd) => twoProcesses({ ...options(), atEnd }));

  /** Two processes, and whether one more has been started and is ready. */
  async function bothReady() {
    const { env, primary } = shared();
    // The list is read once, because a process that has just been killed shows its command line for a moment.
    let workers: number[] = [];
    await until(
      'two processes that are ready',
      async () => {
        workers = await workersOf(primary);
        return workers.length === 2 && count(primary, '"ready"') === startsOf(primary);
      },
      60_000,
    );
    const ready = count(primary, '"ready"');
    const isReplaced = () => count(primary, '"ready"') === ready + 1;
    return { env, primary, workers, isReplaced };
  }

  /** Closes its connection: another test may kill the process, and a kept connection would break. */
  function ask(pathname: string): Promise<Response> {
    const headers = { Connection: 'close' };
    return fetch(`http://127.0.0.1:${shared().env.PORT}${pathname}`, { headers });
  }
  return { bothReady, ask };
}

/** A copy of Node that can be moved away, and then starts no process. */
async function movableNode(atEnd: AtEnd) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-node-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [bin, away] = [path.join(folder, 'bin'), path.join(folder, 'away')];
  await mkdir(bin);
  const program = path.join(bin, 'node');
  await copyFile(process.execPath, program);
  return { bin, away, program };
}

describe('an API of two processes', () => {
  const node = useShared(movableNode);
  const { bothReady, ask } = useTwoProcesses(() => ({ node: node().program }));

  test('several processes serve one port, and each answers /metrics for all', async () => {
    await bothReady();
    const before = sumOf(await (await ask('/metrics')).text(), 'api_requests_total');
    for (let i = 0; i < 6; i++) {
      expect((await ask('/api/public/v1/me')).status).toBe(401);
    }
    const metrics = await (await ask('/metrics')).text();
    expect(sumOf(metrics, 'api_requests_total')).toBe(before + 6);
  });

  test('a process that dies is replaced; while its replacement cannot start, the primary tries again and the others go on', async () => {
    const { primary, workers, isReplaced } = await bothReady();
    const { bin, away } = node();
    const [victim = 0] = workers;
    await rename(bin, away);
    process.kill(victim, 'SIGKILL');
    // Node reports some failures by an event (EAGAIN), and throws others (ENOMEM).
    await until('a failure that is told', () => count(primary, 'ENOENT') > 0);
    await writeFile(bin, '');
    await until('a failure that is thrown', () => count(primary, 'ENOTDIR') > 0);
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(200);
    await rm(bin);
    await rename(away, bin);
    await until('another start', isReplaced, 60_000);
    expect(await workersOf(primary)).toHaveLength(2);
  });

  test('a request of /metrics while a process dies does not end the others', async () => {
    const { primary, workers, isReplaced } = await bothReady();
    const [dying = 0] = workers;
    // The other process takes all connections now.
    process.kill(dying, 'SIGSTOP');
    // The primary reads the request before it notices that a process which it must ask has died.
    primary.child.kill('SIGSTOP');
    const answer = ask('/metrics');
    // The primary answers these after it has passed the question on.
    for (let i = 0; i < 3; i++) await (await ask('/healthz')).text();
    process.kill(dying, 'SIGKILL');
    await until('it to be gone', () => hasClosedEverything(dying));
    primary.child.kill('SIGCONT');
    expect((await answer).status).toBe(200);
    await until('another start', isReplaced, 60_000);
  });

  test('no request is cut when the processes get a signal, and their primary gets one later', async () => {
    const { env, primary, workers } = await bothReady();
    const socket = connect(Number(env.PORT), '127.0.0.1');
    const closed = once(socket, 'close');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    const head = `POST /trpc/session.signOut HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost:${env.PORT}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
    // This request is sent after the first, so its answer shows that the process has read the first.
    await (await ask('/healthz')).text();
    for (const pid of workers) process.kill(pid, 'SIGTERM');
    const first = performance.now();
    await until('a second to pass', () => performance.now() - first > 1_050);
    primary.child.kill('SIGTERM');
    await primary.says('"stopping"');
    socket.write('}');
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect((await primary.ended).code).toBe(0);
  });
});

describe('`npm start` with two API processes', () => {
  const { bothReady, ask } = useTwoProcesses(() => ({ file: 'src/main.ts' }));

  test('/metrics has the numbers of the worker in the primary too', async () => {
    await bothReady();
    await until('the first sweep to be counted', async () => {
      const metrics = await (await ask('/metrics')).text();
      return Number(/^webhook_sweep_duration_seconds_count (\d+)$/m.exec(metrics)?.[1]) > 0;
    });
    const metrics = await (await ask('/metrics')).text();
    const names = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    // The log lines of the API processes are there as before.
    expect(metrics).toContain('database_pool_connections{state="idle"}');
  });

  test('no request waits for a process that has died', async () => {
    const { workers, isReplaced } = await bothReady();
    const [victim = 0] = workers;
    // The process accepts no more connections, but clients cannot know that.
    process.kill(victim, 'SIGSTOP');
    const answers = Promise.all(Array.from({ length: 10 }, () => ask('/healthz')));
    const later = new Promise((resolve) => setTimeout(resolve, 1_000));
    await Promise.race([answers, later]);
    process.kill(victim, 'SIGKILL');
    expect((await answers).map(({ status }) => status)).toEqual(Array(10).fill(200));
    // Without this wait, the next test could count a dying process and kill the last one that answers.
    await until('another start', isReplaced, 60_000);
  });

  test('a process that replaces another one takes connections when it can answer', async () => {
    const { env, primary, workers, isReplaced } = await bothReady();
    const started = startsOf(primary);
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const [victim = 0] = workers;
    process.kill(victim, 'SIGKILL');
    await until('another process', () => startsOf(primary) > started);
    await waitingBackend(client);
    const pending = Array.from({ length: 20 }, () => ask('/api/public/v1/me'));
    const statuses = (await Promise.all(pending)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await until('another start', isReplaced, 60_000);
  });

  test('the server ends if its first processes cannot start, instead of trying for ever', async () => {
    const { env } = await bothReady();
    const second = new Spawned('src/api.ts', env);
    expect((await second.ended).code).toBe(1);
    expect(second.stderr).toContain(`Port ${env.PORT} on 127.0.0.1 is taken`);
  });

  test('the processes end with the one that started them, even on kill -9', async () => {
    const { primary, workers } = await bothReady();
    primary.child.kill('SIGKILL');
    await until('both to end', async () =>
      (await Promise.all(workers.map(commandLine))).every((line) => line === ''),
    );
  });
});

/** A killed process keeps its connections for a moment after its command line has gone. */
function hasClosedEverything(pid: number): boolean {
  const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return state.startsWith('Z');
}

function count(server: Spawned, text: string): number {
  return server.stdout.split(text).length - 1;
}

function startsOf(primary: Spawned): number {
  return count(primary, 'an API process was started');
}

/** The API processes that are alive, by what their primary has logged. */
async function workersOf(primary: Spawned): Promise<number[]> {
  const started = primary.stdout.matchAll(/"pid":(\d+),"msg":"an API process was started"/g);
  const pids = Array.from(started, ([, pid]) => Number(pid));
  const alive = await Promise.all(pids.map(async (pid) => (await commandLine(pid)).length > 0));
  return pids.filter((_, i) => alive[i]);
}

function sumOf(metrics: string, name: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
