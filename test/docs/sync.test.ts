import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { runs } from '../harness/rounds.ts';
import { runProgram } from '../harness/run-program.ts';
import { useApi } from '../harness/use-api.ts';
import { ChangingTeam, changes, type Held, held } from './harness/changing-team.ts';
import { codeBlocks, documentNamed } from './harness/documents.ts';
import { Doorway } from './harness/doorway.ts';

const api = useApi();
const [shown = ''] = codeBlocks(documentNamed('docs/guides/en/lists-and-sync.md'), 'ts');

async function heldIn(file: string): Promise<Held> {
  const { trainings, evaluations } = JSON.parse(await readFile(file, 'utf8'));
  return held(trainings, evaluations);
}

test('the client of lists-and-sync misses nothing, while everything changes between its requests', {
  timeout: 240_000,
}, async () => {
  const property = fc.asyncProperty(changes(150, 200), async (all) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-sync-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // Small pages, so that much changes between them, and short waits.
    const hurried = shown.replace("limit: '200'", "limit: '3'").replace('* 1000', '* 10');
    await writeFile(path.join(folder, 'sync.mts'), hurried);
    const changing = await ChangingTeam.open(api(), 24);
    const waiting = [...all];
    const doorway = await Doorway.open(api(), async () => {
      const next = waiting.shift();
      if (next) return changing.make(next);
      // The last run takes as long, so that no window of the rate limit fills.
      api().clock.travel(600);
      return 'good';
    });
    const run = () =>
      runProgram('sync.mts', { cwd: folder, env: { API: doorway.url, KEY: changing.key } });
    while (waiting.length > 0) await run();
    expect(await run()).toMatchObject({ code: 0 });
    expect(await heldIn(path.join(folder, 'copy.json'))).toEqual(await changing.truth());
  });
  await fc.assert(property, { numRuns: runs({ few: 1, all: 2 }), endOnFailure: true });
});
