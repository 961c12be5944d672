// What `npm test` runs: every check, even after one has failed, so that one run shows everything. Of the files
// `*.chaos.test.ts` it runs a fifth (test/harness/drawn-chaos.ts). With arguments, only vitest runs, and gets them:
// `npm test -- test/rest`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const module = (file) => [process.execPath, path.join(root, 'node_modules', file)];
const argv = process.argv.slice(2);

const tests = ['tests', [...module('vitest/vitest.mjs'), 'run', ...argv]];
const checks = [
  ['lint', [...module('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
  ['types', [...module('typescript-7/bin/tsc'), '-p', '.']],
  ['schema.prisma', [process.execPath, path.join(root, 'scripts/check-schema.mjs')]],
  ['unused code', module('knip/bin/knip.js')],
  ['openapi.v1.json', [process.execPath, path.join(root, 'scripts/check-openapi.ts')]],
];

rmSync(path.join(root, 'test-results/report.json'), { force: true });
const env = argv.length > 0 ? process.env : { ...process.env, CHAOS: 'drawn' };
const failed = [];
for (const [name, [program, ...args]] of argv.length > 0 ? [tests] : [...checks, tests]) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
