// What `npm run chaos` runs: the tests of test/chaos with all their rounds, of which `npm test`
// runs a few (test/harness/rounds.ts). Arguments go to vitest: `npm run chaos -- -t "round 7:"`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/chaos', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHAOS: 'all' } },
);
process.exit(status ?? 1);
