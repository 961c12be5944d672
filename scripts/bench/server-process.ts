import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/embedded-postgres/cluster.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;

export type ServerProcess = { name: string; url: string; pid: number; stop(): Promise<void> };

export type Start = {
  name: string;
  script: string;
  env: Record<string, string>;
  portName?: 'PORT' | 'WORKER_PORT';
  /** The file for standard output, to which the product logs. */
  logFile: string;
  /** The server is ready when this path is answered without 5xx. */
  readyPath: string;
  nodeOptions?: readonly string[];
};

/** The options with which `npm start` runs the API. The servers of the comparison run with Node's defaults. */
export const apiOptions = optionsOfStart();

function optionsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((word: string) => word.startsWith('--'));
}

export async function startServer(start: Start): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(start.logFile, 'a', 0o600);
  // BENCH_NODE_OPTIONS: for instance `--cpu-prof --cpu-prof-dir=bench-results`.
  const options = [
    ...(start.nodeOptions ?? []),
    ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []),
  ];
  const child = spawn(process.execPath, [...options, path.join(root, start.script)], {
    env: {
      PATH: process.env.PATH,
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
  await becameReady(child, url + start.readyPath, start.name);
  return {
    name: start.name,
    url,
    pid: child.pid ?? 0,
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
