import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Random } from '../../src/seed/demo/random.ts';
import { childOf } from '../harness/process-tree.ts';
import { rounds } from '../harness/rounds.ts';
import { installation, postmasterOf, READY, Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

/** What a first start has reached before the stop. After "ready" it still makes the demo team and its CRM. */
const stages: ((server: Spawned) => boolean)[] = [
  ({ pid }) => childOf(pid) !== undefined,
  ({ stdout }) => stdout.includes('"listening"'),
  ({ stdout }) => stdout.includes('"ready"'),
  ({ stdout }) => stdout.includes('"ready"'),
  ({ stdout }) => stdout.includes(READY),
];
const MOST_LATER_MS = 1_500;

test.each(rounds({ few: 10, all: 200 }))(
  'round %i: SIGTERM at any moment of a first start ends PostgreSQL, and then the process with exit 0',
  async (round) => {
    const env = await installation();
    const server = new Spawned('src/main.ts', { ...env, DEMO_TRAFFIC: 'on' });
    const hasReached = stages[round % stages.length] ?? (() => true);
    await until('the stage of the start', () => hasReached(server), 120_000);
    await sleep(new Random(round).next() * MOST_LATER_MS);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(await postmasterOf(env.DATA_DIR)).toBeUndefined();
    // Node ends a server by the signal itself until the server handles it. Nothing has begun by then.
    const lines = server.stdout.split('\n').filter((line) => line.startsWith('{'));
    if (lines.length > 0) expect(lines.at(-1)).toContain('"msg":"stopped"');
    expect(lines.filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))).toEqual([]);
    expect(server.stderr).toBe('');
  },
);
