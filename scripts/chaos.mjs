// What `npm run chaos` runs: every test file that uses `rounds` or `runs` (test/harness/rounds.ts),
// with all of them. `npm test` runs a few. Arguments go to vitest: `npm run chaos -- -t "round 7:"`.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const repeats = (file) => readFileSync(path.join(root, file), 'utf8').includes('/rounds.ts');
const files = globSync('test/**/*.test.ts', { cwd: root }).filter(repeats).sort();
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...files, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHAOS: 'all' } },
);
process.exit(status ?? 1);
