// Older versions of Node have no `globSync`. A named import would fail before `require-node.ts` says what to do.
import fs from 'node:fs';
import path from 'node:path';
import { seedOf } from './seed.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** One file in so many runs with `npm run test:rest`. */
const PARTS = 5;

/** They take minutes for a world or a cluster of their own, so only `npm run chaos` runs them. */
const longest = [
  'test/crm/synchronize/provider-kills.chaos.test.ts',
  'test/noisy/other-teams.chaos.test.ts',
  'test/processes/failover.chaos.test.ts',
];

/**
 * The files `*.chaos.test.ts` that this run leaves out: none with `npm run chaos`, the longest if paths are given, and
 * four in five in a whole run of `npm run test:rest`. The seed draws the fifth that runs. It is set here, before the
 * run reads it.
 */
export function undrawnChaos(): string[] {
  if (process.env.CHAOS === 'all') return [];
  if (process.env.CHAOS !== 'drawn') return longest;
  const seed = seedOf(process.env.SEED);
  process.env.SEED = String(seed);
  const files = fs.globSync('test/**/*.chaos.test.ts', { cwd: root }).sort();
  return files.filter((file, index) => longest.includes(file) || index % PARTS !== seed % PARTS);
}
