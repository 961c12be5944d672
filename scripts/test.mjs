// What `npm test` runs: every check, even after one has failed, so that one run shows everything, and the core of the
// tests (test/harness/parts.ts). `npm run test:rest` runs the other tests, `npm run test:all` both. Of the files
// `*.chaos.test.ts` the rest draws a fifth (test/harness/drawn-chaos.ts). With arguments, only vitest runs, and gets them:
// `npm test -- test/rest`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const module = (file) => [process.execPath, path.join(root, 'node_modules', file)];
const argv = process.argv.slice(2);
const [first] = argv;

const types = path.join(root, 'node_modules/.cache/types.tsbuildinfo');
const vitest = (...args) => [...module('vitest/vitest.mjs'), 'run', ...args];
const checks = [
  ['lint', [...module('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
  [
    'types',
    [...module('typescript-7/bin/tsc'), '-p', '.', '--incremental', '--tsBuildInfoFile', types],
  ],
  ['schema.prisma', [process.execPath, path.join(root, 'scripts/check-schema.mjs')]],
  ['unused code', module('knip/bin/knip.js')],
  ['openapi.v1.json', [process.execPath, path.join(root, 'scripts/check-openapi.ts')]],
];
const part = (name, part) => [name, vitest(), { PART: part, CHAOS: 'drawn' }];
const core = [...checks, part('tests', 'core')];
const rest = [part('the rest of the tests', 'rest')];

/** What to run, by the first argument. */
const plans = { '--rest': rest, '--all': [...core, ...rest] };
const plan = first === undefined ? core : (plans[first] ?? [['tests', vitest(...argv)]]);

if (plan !== rest) rmSync(path.join(root, 'test-results/report.json'), { force: true });
rmSync(path.join(root, 'test-results/rest.json'), { force: true });
const failed = [];
for (const [name, [program, ...args], settings] of plan) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const env = { ...process.env, ...settings };
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
