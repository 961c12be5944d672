import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFailed, onTestFinished } from 'vitest';
import { clusterUrl } from '../../src/embedded-postgres/cluster.ts';
import { findLocation, removeLocation } from '../../src/embedded-postgres/location.ts';
import { findPostmaster, type Postmaster } from '../../src/embedded-postgres/postmaster.ts';
import { keptSecret } from '../../src/shared/process/kept-text.ts';
import { freePort } from './free-port.ts';
import { quickFolder } from './quick-folder.ts';
import { until } from './until.ts';
import { useShared } from './use-shared.ts';

const root = path.resolve(import.meta.dirname, '../..');

// A first start makes a database and a demo team, perhaps on a busy machine.
const SAY_LIMIT_MS = 120_000;

type Environment = Record<string, string>;
export type AtEnd = (work: () => Promise<void>) => void;

/** A process of the product, started as operators start it. */
export class Spawned {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  stdout = '';
  stderr = '';

  /** `atEnd` registers a function that ends the process: after the test, or after the tests that share the process. */
  constructor(
    file: string,
    env: Environment,
    args: string[] = [],
    { node = process.execPath, atEnd = onTestFinished as AtEnd } = {},
  ) {
    this.child = spawn(node, [path.join(root, file), ...args], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        // Without this cache of compiled sources, compiling takes half of the time of a start.
        NODE_COMPILE_CACHE: inject('compiledFolder'),
        // A test must be able to count its own rows.
        DEMO_TRAFFIC: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
    // A process that tests share prints too much, so only the process of one test shows its lines.
    if (atEnd === onTestFinished) onTestFailed(() => console.log(this.#lastLines()));
    atEnd(async () => {
      this.child.kill('SIGKILL');
      await this.ended;
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits until the process has printed the text. If the process ends before, throws an error with its output. */
  async says(text: string): Promise<this> {
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    const printedOrEnded = () => {
      if (this.#hasPrinted(text)) return true;
      if (over) throw new Error(`ended without saying "${text}":\n${this.stdout}${this.stderr}`);
      return false;
    };
    await until(`"${text}"`, printedOrEnded, SAY_LIMIT_MS);
    return this;
  }

  #lastLines(): string {
    const lines = [...this.stdout.split('\n'), ...this.stderr.split('\n')].filter(Boolean);
    return `${this.child.spawnargs.join(' ')} said last:\n${lines.slice(-40).join('\n')}`;
  }

  #hasPrinted(text: string): boolean {
    return this.stdout.includes(text) || this.stderr.includes(text);
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return (await this.ended).code;
  }
}

type Installation = Environment & { DATA_DIR: string; PORT: string };

type InstallationOptions = { subfolder?: string; atEnd?: AtEnd };

/** Makes a DATA_DIR, and chooses a free port. */
export async function installation({
  subfolder = '',
  atEnd = onTestFinished as AtEnd,
}: InstallationOptions = {}): Promise<Installation> {
  const folder = await mkdtemp(path.join(quickFolder(), 'team-api-process-'));
  const dir = path.join(folder, subfolder);
  atEnd(async () => {
    // The folder can be removed when its processes have ended.
    await until('PostgreSQL to end', async () => !(await postmasterOf(dir)));
    await removeLocation(dir);
    await rm(folder, { recursive: true, force: true });
  });
  return { DATA_DIR: dir, PORT: String(await freePort()) };
}

/** The output of a server's first start, and its DATA_DIR. The server has ended. */
type FirstStart = { env: Installation; stdout: string; stderr: string };

let startedOnce: Promise<FirstStart> | undefined;

/** A first start takes seconds, so all test files share its result. */
export function firstStart(): Promise<FirstStart> {
  startedOnce ??= startOnce();
  return startedOnce;
}

/** A copy of a DATA_DIR after its first start. */
export async function usedInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const [original, env] = await Promise.all([firstStart(), installation(options)]);
  // `cp -a` keeps the owner of the files.
  execFileSync('cp', ['-a', `${original.env.DATA_DIR}/.`, env.DATA_DIR]);
  return env;
}

/** A running server that the tests of a file or group share, and that they do not end. */
export function useServer(): () => { env: Installation; server: Spawned } {
  return useShared(async (atEnd) => {
    const env = await usedInstallation({ atEnd });
    return { env, server: await new Spawned('src/main.ts', env, [], { atEnd }).says(READY) };
  });
}

/** Vitest runs test files in several processes. The first that needs a first start makes it, and the others wait. */
async function startOnce(): Promise<FirstStart> {
  const dir = path.join(inject('installationsFolder'), 'original');
  const kept = path.join(inject('installationsFolder'), '../first-start.json');
  if (await hasMade(dir)) {
    const started = await startAndStop({ DATA_DIR: dir, PORT: String(await freePort()) });
    await writeFile(`${kept}.new`, JSON.stringify(started));
    await rename(`${kept}.new`, kept);
  }
  await until('the first start for all files', () => existsSync(kept), SAY_LIMIT_MS);
  return JSON.parse(readFileSync(kept, 'utf8')) as FirstStart;
}

async function startAndStop(env: Installation): Promise<FirstStart> {
  const ends: Parameters<AtEnd>[0][] = [];
  const atEnd: AtEnd = (end) => void ends.push(end);
  const server = new Spawned('src/main.ts', env, [], { atEnd });
  try {
    await server.says(READY);
    const code = await server.stop();
    if (code !== 0) throw new Error(`The first start ended with ${code}: ${server.stderr}`);
    return { env, stdout: server.stdout, stderr: server.stderr };
  } finally {
    for (const end of ends) await end();
  }
}

/** Makes the folder. False if another process has made it before. */
async function hasMade(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

export async function postmasterOf(dir: string): Promise<Postmaster | undefined> {
  return findPostmaster((await findLocation(dir)).cluster);
}

/** A connection to the embedded database of a running server. */
export async function clientOf(dir: string): Promise<pg.Client> {
  const postmaster = await postmasterOf(dir);
  const password = keptSecret(dir, 'database-password');
  const client = new pg.Client(clusterUrl(postmaster?.port ?? 0, password));
  // The test may kill the server, which ends this connection.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** The last thing that a server prints when it is ready: how to stop it. */
export const READY = 'Ctrl-C';

/** The demo key, from the file that README.md names. Without a terminal, the server does not print the key. */
export function demoKey({ DATA_DIR }: Installation): string {
  const kept = readFileSync(path.join(DATA_DIR, 'demo.json'), 'utf8');
  const { key } = JSON.parse(kept) as { key: string };
  return key;
}

export function get(env: { PORT: string }, pathname: string, key?: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${env.PORT}${pathname}`, {
    headers: key ? { Authorization: `Bearer ${key}` } : {},
  });
}
