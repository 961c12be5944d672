import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processesOf } from '../harness/process-tree.ts';
import { rounds } from '../harness/rounds.ts';
import {
  clientOf,
  get,
  postmasterOf,
  READY,
  Spawned,
  usedInstallation,
} from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const END_LIMIT_MS = 30_000;
const LIMIT_MS = 120_000;

/** A generator (Lehmer) whose order depends only on the round. */
function shuffled<T>(list: T[], round: number): T[] {
  let state = round * 7_919;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  return list
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The signal to another process has already ended this one.
  }
}

async function recovers(env: Awaited<ReturnType<typeof usedInstallation>>): Promise<void> {
  const next = await new Spawned('src/main.ts', env).says(READY);
  expect((await get(env, '/readyz')).status).toBe(200);
  expect(await next.stop()).toBe(0);
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

test.each(rounds({ few: 1, all: 30 }))(
  'round %i: after signals to every process, in any order, nothing is left within 30 s and the next start recovers',
  { timeout: LIMIT_MS },
  async (round) => {
    const env = await usedInstallation();
    const processes = round % 2 === 1 ? { API_PROCESSES: '2' } : {};
    const server = await new Spawned('src/main.ts', { ...env, ...processes }).says(READY);
    const postmaster = (await postmasterOf(env.DATA_DIR))?.pid ?? 0;
    const all = () => processesOf([server.pid, postmaster]);
    // All processes get the same signal. In every fifth round they get a mixture.
    const signal = signals[(round - 1) % 5];
    for (const pid of shuffled(all(), round)) {
      // The moment varies too, so that a stop and a recovery meet at different points.
      await sleep((round % 3) * 15);
      send(pid, signal ?? signals[pid % 3] ?? 'SIGTERM');
    }
    // This also counts processes that have begun meanwhile.
    const rest = async () => [...all(), ...((await postmasterOf(env.DATA_DIR)) ? [0] : [])];
    await until('everything to end', async () => (await rest()).length === 0, END_LIMIT_MS);
    await recovers(env);
  },
);

test.each(rounds({ few: 1, all: 10 }))(
  'round %i: after a kill -9 of one of PostgreSQL and then of the owner nothing is left, and the next start recovers',
  { timeout: LIMIT_MS },
  async (round) => {
    const env = await usedInstallation();
    const server = await new Spawned('src/main.ts', env).says(READY);
    const postmaster = (await postmasterOf(env.DATA_DIR))?.pid ?? 0;
    const client = await clientOf(env.DATA_DIR);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    send(rows[0]?.pid ?? 0, 'SIGKILL');
    // In even rounds the next start comes at once, while PostgreSQL recovers.
    const log = path.join(env.DATA_DIR, 'postgresql.log');
    const isRecovering = () => readFileSync(log, 'utf8').includes('reinitializing');
    await until('PostgreSQL to begin its recovery', isRecovering);
    server.child.kill('SIGKILL');
    const ended = () => processesOf([postmaster]).length === 0;
    // In even rounds the next start comes at once, while PostgreSQL recovers.
    if (round % 2 === 1) await until('PostgreSQL to end', ended, END_LIMIT_MS);
    await recovers(env);
    expect(ended()).toBe(true);
  },
);
