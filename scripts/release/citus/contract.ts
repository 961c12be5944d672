import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { contractTests } from '../contract-tests.ts';

const usual = [
  ...contractTests,
  'test/trpc/rights.test.ts',
  'test/trainings/intake.test.ts',
  'test/delivery/journey.test.ts',
  'test/trainings/waiting-sessions.test.ts',
  'test/analytics/keep-all-sums.test.ts',
  'test/request-log/partitions.test.ts',
  'test/worker/log-retention.test.ts',
  'test/worker/retention.test.ts',
];

/** Files and tests that say nothing about a cluster, by part of their names. */
const leftOutFiles = {
  // Citus writes plans in another form, and makes none without values.
  '-plans.test.ts': 'reads plans of PostgreSQL',
};
const leftOutTests = {
  'the response is stored in the transaction of the action':
    'compares numbers of transactions, of which each node has its own',
  'an error of the database that quotes a value': 'makes a trigger, which Citus refuses by default',
  'sums that cannot be kept are logged': 'makes a trigger, which Citus refuses by default',
  'every chore reads along an index': 'plans without values, as Citus cannot',
};
const others = `^(?!.*(?:${Object.keys(leftOutTests).join('|')}))`;

type Ran = {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
};
type Refusal = { place: string; code: string; message: string };

/** Runs tests on the cluster, and prints what ran and what Citus refused. */
export function runTests(url: string, files: readonly string[]): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'try-citus-'));
  const refused = path.join(folder, 'refused.jsonl');
  const report = path.join(folder, 'report.json');
  const vitest = 'node_modules/vitest/vitest.mjs';
  const wanted = files.length > 0 ? files : usual;
  if (wanted === usual) requireLeftOut();
  spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      ...filesIn(wanted),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--testNamePattern=${others}`,
    ],
    { stdio: 'inherit', env: { ...process.env, CITUS: url, STATEMENTS_REFUSED: refused } },
  );
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: Ran[] };
  console.log('\npassed  failed  file');
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const passed = assertionResults.filter(({ status }) => status === 'passed').length;
    const counts = `${String(passed).padStart(6)}  ${String(failed.length).padStart(6)}`;
    console.log(`${counts}  ${path.relative(process.cwd(), name)}`);
    for (const { fullName } of failed) console.log(`                ${fullName}`);
    // A hook that fails leaves its tests out, and none of them counts as failed.
    if (status === 'failed' && failed.length === 0)
      console.log('                failed outside of its tests, see above');
    if (status === 'failed') process.exitCode = 1;
  }
  console.log('\nLeft out:');
  for (const [name, reason] of Object.entries({ ...leftOutFiles, ...leftOutTests })) {
    console.log(`  ${name}: ${reason}`);
  }
  const refusals = countRefusals(refused);
  console.log(refusals.size === 0 ? '\nNothing was refused.' : '\nRefused:');
  for (const [key, count] of refusals) console.log(`${String(count).padStart(6)}  ${key}`);
  if (refusals.size > 0) process.exitCode = 1;
}

/** A test that was renamed would run, and fail. */
function requireLeftOut(): void {
  const texts = filesIn(usual).map((file) => readFileSync(file, 'utf8'));
  for (const name of Object.keys(leftOutTests)) {
    if (!texts.some((text) => text.includes(name))) throw new Error(`No test is called: ${name}`);
  }
}

function filesIn(wanted: readonly string[]): string[] {
  const all = wanted.flatMap((name) =>
    name.endsWith('.ts') ? [name] : globSync(`${name}/**/*.test.ts`),
  );
  const endings = Object.keys(leftOutFiles);
  return all.filter((file) => !endings.some((ending) => file.endsWith(ending)));
}

function countRefusals(file: string): Map<string, number> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const refusals = new Map<string, number>();
  for (const line of lines) {
    const { place, code, message } = JSON.parse(line) as Refusal;
    // Another test has removed the object.
    if (message.endsWith('does not exist')) continue;
    const key = `${place}  ${code}  ${message}`;
    refusals.set(key, (refusals.get(key) ?? 0) + 1);
  }
  return refusals;
}
