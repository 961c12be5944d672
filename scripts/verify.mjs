// What `npm run verify` runs: lint of the changed files, types, and the tests of what has changed: of each changed noun or
// room (`src/features/cases` and `src/app/pages/cases` have `test/cases`), the guards of all nouns, and what the guards of
// all operations say of this noun. Tests of browsers, kills and processes are left out, and named. `npm run verify -- REF`
// compares with this commit. Default: what is not committed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const module = (file) => path.join(root, 'node_modules', file);

/** They fail when something is forgotten, whatever noun it belongs to. */
const guards = [
  'test/architecture.test.ts',
  'test/languages.test.ts',
  'test/audit-log/field-texts.test.ts',
  'test/contract/document.test.ts',
  'test/contract/field-tables.test.ts',
  'test/contract/openapi-additive.test.ts',
  'test/db/schema-agrees.test.ts',
  'test/db/prisma-or-sql.test.ts',
  'test/docs/changelog.test.ts',
  'test/docs/reference/german.test.ts',
  'test/erasure/personal-data.test.ts',
  'test/sdk/package.test.ts',
];

/** They try all operations or procedures. Of these, the tests with the noun in their name run. */
const guardsOfEach = [
  'test/contract/bounded-pages.test.ts',
  'test/contract/permissions.test.ts',
  'test/tenancy/foreign-ids.test.ts',
  'test/tenancy/foreign-ids-in-app.test.ts',
  'test/trpc/rights.test.ts',
];

/** What they say of other nouns, a guard compares. */
const compared = /^src\/features\/erasure\/(?:team|control)-data\.schema\.ts$/;

const git = (...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

const [since = 'HEAD'] = process.argv.slice(2);
const changed = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(path.join(root, file)));
if (changed.length === 0) {
  console.log(`Nothing has changed since ${since}. \`npm run verify -- REF\` compares with REF.`);
  process.exit(0);
}

const nounOf = (file) =>
  /^(?:src\/features|src\/app\/pages|src|test)\/([^/]+)\//.exec(file)?.[1] ?? [];
const nounsOf = (files) =>
  [...new Set(files.flatMap(nounOf))].filter((noun) => existsSync(path.join(root, 'test', noun)));
const nouns = nounsOf(changed.filter((file) => !compared.test(file)));
const filesOf = (noun) => globSync(`test/${noun}/**/*.test.ts`, { cwd: root });
const isLong = (file) => /page\.test|\.chaos\.test/.test(file);
const ofNouns = nouns.flatMap(filesOf);
const leftOut = [
  ...ofNouns.filter(isLong),
  ...nounsOf(changed)
    .filter((noun) => !nouns.includes(noun))
    .map((noun) => `test/${noun}/`),
];

/** Runs a program. Its output is shown when it has ended, because several run at once. */
function run(name, args, env = {}) {
  const started = Date.now();
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(0);
      console.log(`== ${name}: ${code === 0 ? 'good' : 'FAILED'} in ${seconds} s`);
      if (code !== 0) console.log(Buffer.concat(output).toString());
      resolve(code === 0);
    });
  });
}

const vitest = (report, ...args) => [
  module('vitest/vitest.mjs'),
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=test-results/${report}.json`,
  ...args,
];
const linted = changed.filter((file) => /\.(?:tsx?|mjs|jsonc?|css)$/.test(file));
const isGood = await Promise.all([
  run('lint', [
    module('@biomejs/biome/bin/biome'),
    'check',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    ...linted,
  ]),
  run('types', [
    module('typescript-7/bin/tsc'),
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    module('.cache/types.tsbuildinfo'),
  ]),
  run(
    `tests of ${nouns.join(', ') || 'no noun'}, and the guards of all nouns`,
    vitest('verify', ...guards, ...ofNouns.filter((file) => !isLong(file))),
  ),
  nouns.length === 0 ||
    run(
      `guards of each operation, for ${nouns.join(', ')}`,
      vitest('verify-each', ...guardsOfEach, '-t', `\\b(?:${nouns.join('|')})\\b`),
    ),
]);
if (leftOut.length > 0) console.log(`Left out, see npm run test:all:\n  ${leftOut.join('\n  ')}`);
process.exitCode = isGood.every(Boolean) ? 0 : 1;
