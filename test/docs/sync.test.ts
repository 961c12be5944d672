import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { busy, closeProxies, type Fault, FaultyProxy, silent } from '../harness/faulty-proxy.ts';
import { runs } from '../harness/rounds.ts';
import { runProgram } from '../harness/run-program.ts';
import { useApi } from '../harness/use-api.ts';
import { ChangingTeam, changes, type Held, held } from './harness/changing-team.ts';
import { codeBlocks, documentNamed } from './harness/documents.ts';

const api = useApi();
closeProxies();
const [shown = ''] = codeBlocks(documentNamed('docs/guides/en/lists-and-sync.md'), 'ts');

/** How the client ends at a request: killed before the service gets the request, or before the client gets the answer. */
type End = 'goes on' | 'killed before' | 'killed after';

/** The client of the guide in a folder of its own. The test can kill it at each request. */
class Client {
  readonly #folder: string;
  readonly #key: string;
  #proxy: FaultyProxy | undefined;
  #child: ChildProcess | undefined;

  private constructor(folder: string, key: string) {
    this.#folder = folder;
    this.#key = key;
  }

  static async of(
    { key }: ChangingTeam,
    before: () => Promise<{ end: End; behaviour: Fault }>,
  ): Promise<Client> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-sync-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // The pages are small, so that much changes between them, and the waits are short.
    const hurried = shown.replace("limit: '200'", "limit: '3'").replace('* 1000', '* 10');
    await writeFile(path.join(folder, 'sync.mjs'), hurried);
    const client = new Client(folder, key);
    client.#proxy = await FaultyProxy.open(
      api(),
      async () => {
        const { end, behaviour } = await before();
        if (end === 'goes on') return behaviour;
        client.#child?.kill('SIGKILL');
        return end === 'killed before' ? 'refuse' : 'lose';
      },
      'shows',
    );
    return client;
  }

  get requests(): string[] {
    return this.#proxy?.requests ?? [];
  }

  run() {
    return runProgram('sync.mjs', {
      cwd: this.#folder,
      env: { API: this.#proxy?.url ?? '', KEY: this.#key },
      onStart: (child) => {
        this.#child = child;
      },
    });
  }

  async held(): Promise<Held> {
    const copy = JSON.parse(await readFile(path.join(this.#folder, 'copy-plain.json'), 'utf8'));
    expect(Object.keys(copy)).toEqual(['updatedSince', 'erasure', 'trainings', 'evaluations']);
    return held(copy.trainings, copy.evaluations);
  }
}

test('the client of lists-and-sync misses nothing, through changes, broken connections, and kills between its requests', {
  timeout: 240_000,
}, async () => {
  const world = fc.record({
    all: changes(150, 200),
    ends: fc.infiniteStream(
      fc.constantFrom<End>(...Array<End>(20).fill('goes on'), 'killed before', 'killed after'),
    ),
  });
  const property = fc.asyncProperty(world, async ({ all, ends }) => {
    const changing = await ChangingTeam.open(api(), 24);
    const waiting = [...all];
    const client = await Client.of(changing, async () => {
      const next = waiting.shift();
      if (next) return { end: ends.next().value as End, behaviour: await changing.make(next) };
      // The clock moves in the last run too, so that the run stays below the rate limit.
      api().clock.travel(600);
      return { end: 'goes on', behaviour: 'none' };
    });
    while (waiting.length > 0) {
      const { code, stderr } = await client.run();
      // Null: the client was killed. A broken connection alone ends no run.
      expect([null, 0], stderr).toContain(code);
    }
    expect(await client.run()).toMatchObject({ code: 0 });
    expect(await client.held()).toEqual(await changing.truth());
  });
  await fc.assert(property, { numRuns: runs({ few: 1, all: 3 }), endOnFailure: true });
});

test('the client of lists-and-sync continues with the page at which it was killed, and then reads what is new', async () => {
  const changing = await ChangingTeam.open(api(), 9);
  let requests = 0;
  const client = await Client.of(changing, async () => {
    requests += 1;
    return { end: requests === 8 ? 'killed after' : 'goes on', behaviour: 'none' };
  });
  expect((await client.run()).code).toBeNull();
  expect((await client.run()).code).toBe(0);
  const lists = client.requests.map(
    (line) => /\/(me|erasures|evaluations|trainings)/.exec(line)?.[1],
  );
  const listsOfRun = [
    'me',
    'erasures',
    ...Array(3).fill('evaluations'),
    ...Array(3).fill('trainings'),
  ];
  // The new run reads the evaluations of the last five minutes again.
  expect(lists).toEqual([...listsOfRun, 'trainings', ...listsOfRun]);
  expect(client.requests[8]).toBe(client.requests[7]);
  expect(await client.held()).toEqual(await changing.truth());
});

test('the client of lists-and-sync repeats a request after a broken connection, without a restart', async () => {
  const changing = await ChangingTeam.open(api(), 9);
  const coming: Fault[] = ['none', 'refuse', 'lose', busy, 'none', 'refuse', silent];
  const client = await Client.of(changing, async () => ({
    end: 'goes on',
    behaviour: coming.shift() ?? 'none',
  }));
  expect(await client.run()).toMatchObject({ code: 0 });
  expect(client.requests).toHaveLength(8 + 5);
  expect(await client.held()).toEqual(await changing.truth());
});
