import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { newKey } from '../../src/auth/key-format.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { drawnCases } from '../harness/rounds.ts';
import { get } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { query } from './harness/migrations.ts';

/** Hundreds of requests come before the first line is lost, on a machine that may be busy. */
const LIMIT_MS = 240_000;

async function startUnread(processes: string) {
  const database = await cloneDatabase();
  // Every request with a key now fails: the API needs this table.
  await query(database.url, 'alter table api_key rename to away');
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    API_PROCESSES: processes,
    PORT: String(await freePort()),
  };
  const file = processes === '1' ? 'src/api.ts' : 'src/main.ts';
  const api = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: inject('compiledFolder'), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // `close` comes after all output was read. At `exit` the last lines may still be in the pipe.
  const ended = once(api, 'close');
  onTestFinished(async () => {
    api.kill('SIGKILL');
    await ended;
    await database.dropOnceFree();
  });
  await until(
    'an answer',
    () =>
      get(env, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    60_000,
  );
  return { env, api, ended };
}

/**
 * Each request logs an error with its stack: so many errors fit neither into the pipe nor into the
 * process.
 */
async function askUntilLinesAreLost(env: { PORT: string }): Promise<number> {
  const { key } = newKey();
  let dropped = 0;
  while (dropped === 0) {
    const pending = Array.from({ length: 50 }, () => get(env, '/api/public/v1/me', key));
    for (const answer of await Promise.all(pending)) {
      await answer.arrayBuffer();
      // 503 from a process that is not ready yet, or has too much to do.
      expect([500, 503]).toContain(answer.status);
    }
    dropped = await droppedIn(env);
  }
  return dropped;
}

async function droppedIn(env: { PORT: string }): Promise<number> {
  const metrics = await (await get(env, '/metrics')).text();
  return Number(/^log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1] ?? 'NaN');
}

test.each(drawnCases(1, ['1', '2']))(
  'requests are answered while the reader of the log hangs, with %s API process(es)',
  async (processes) => {
    const { env, api, ended } = await startUnread(processes);
    const dropped = await askUntilLinesAreLost(env);
    let read = '';
    api.stdout.setEncoding('utf8').on('data', (text: string) => {
      read += text;
    });
    await until('to be told what was lost', () => read.includes('"msg":"log lines were dropped"'));
    api.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const lines = read
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const kinds = Map.groupBy(
      lines.map((line) => JSON.parse(line)),
      ({ msg }) => msg,
    );
    const lost = kinds.get('log lines were dropped')?.map((line) => line.lines) ?? [];
    expect(lost.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(dropped);
    // Every line is whole, and the last line is there.
    expect(kinds.has('stopped')).toBe(true);
  },
  LIMIT_MS,
);

test(
  'a process whose log reader is frozen still ends',
  async () => {
    const { env, api, ended } = await startUnread('1');
    await askUntilLinesAreLost(env);
    api.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  LIMIT_MS,
);

test('processes that write to one pipe do not cut the lines of each other', async () => {
  const command = `"${process.execPath}" test/processes/harness/talkative-process.ts`;
  const both = spawn('/bin/sh', ['-c', `${command} & ${command} & wait`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(both.stdout)).trim().split('\n');
  const counts = Map.groupBy(
    lines.map((line) => JSON.parse(line) as { pid: number }),
    ({ pid }) => pid,
  );
  expect(Array.from(counts.values(), (own) => own.length)).toEqual([2_000, 2_000]);
});
