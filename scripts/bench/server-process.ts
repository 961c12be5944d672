import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/embedded-postgres/cluster.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;

/** The encryption key of all processes and commands that a measurement or a drill starts. */
export const encryptionKey = Buffer.alloc(32, 7).toString('base64');

export type ServerProcess = {
  name: string;
  url: string;
  pid: number;
  /** How late the event loop was since the last time, if the process has loaded `event-loop.ts`. */
  eventLoop(): Promise<{ p99: number; max: number }>;
  stop(): Promise<void>;
};

type Program = {
  script: string;
  portName?: 'PORT' | 'WORKER_PORT';
  nodeOptions?: readonly string[];
  /** The server is ready when this path is answered without 5xx. */
  readyPath?: string;
};
type Place = {
  name: string;
  databaseUrl: string;
  /** The folder of the log, which is the standard output of the process. */
  dir: string;
  /** The checkout that the program is of. Default: this one. */
  home?: string;
  env?: Record<string, string>;
  /** A module that the process loads first. */
  imported?: string;
};

/** The API with the options of Node that `npm start` gives it. Rivals run with Node's defaults. */
export const startApi = (place: Place): Promise<ServerProcess> =>
  startServer({ ...place, script: 'src/api.ts', nodeOptions: optionsOfStart() });

export const startWorker = (place: Place): Promise<ServerProcess> =>
  startServer({ ...place, script: 'src/worker.ts', portName: 'WORKER_PORT' });

function optionsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((word: string) => word.startsWith('--'));
}

export async function startServer(start: Program & Place): Promise<ServerProcess> {
  const { name, script, nodeOptions = [], readyPath = '/readyz', home = root } = start;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(path.join(start.dir, `${name}.log`), 'a', 0o600);
  // BENCH_NODE_OPTIONS: for instance `--cpu-prof --cpu-prof-dir=bench-results`.
  const options = [...nodeOptions, ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])];
  if (start.imported) options.push(`--import=${start.imported}`);
  const eventLoopFile = path.join(start.dir, `event-loop-${port}.json`);
  const child = spawn(process.execPath, [...options, path.join(home, script)], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: start.databaseUrl,
      ENCRYPTION_KEY: encryptionKey,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      EVENT_LOOP_FILE: eventLoopFile,
      ...start.env,
      [start.portName ?? 'PORT']: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await becameReady(child, url + readyPath, name);
  return {
    name,
    url,
    pid: child.pid ?? 0,
    async eventLoop() {
      rmSync(eventLoopFile, { force: true });
      child.kill('SIGUSR2');
      while (!existsSync(eventLoopFile)) await sleep(5);
      return JSON.parse(readFileSync(eventLoopFile, 'utf8'));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

async function becameReady(child: ChildProcess, url: string, name: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(url).then(
      (res) => res.status < 500,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`${name} does not start`);
}
