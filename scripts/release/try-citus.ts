/**
 * Runs the tests of the contract, of all procedures of the app, of webhooks and of the intake on a Citus
 * cluster, and prints what ran and what Citus refused. The address is that of a database of the
 * coordinator that names all nodes: try-citus.ts URL [test files]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const usual = [
  'test/contract',
  'test/features',
  'test/trpc/rights.test.ts',
  'test/trpc/intake.test.ts',
  'test/delivery/journey.test.ts',
  'test/worker/waiting-sessions.test.ts',
];

const [url, ...files] = process.argv.slice(2);
if (!url) throw new Error('try-citus.ts needs the address of a database of the coordinator');

const folder = mkdtempSync(path.join(tmpdir(), 'try-citus-'));
const refused = path.join(folder, 'refused.jsonl');
const report = path.join(folder, 'report.json');
const vitest = 'node_modules/vitest/vitest.mjs';
const wanted = files.length > 0 ? files : usual;
spawnSync(
  process.execPath,
  [vitest, 'run', ...wanted, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
  { stdio: 'inherit', env: { ...process.env, CITUS: url, STATEMENTS_REFUSED: refused } },
);

type Ran = { name: string; assertionResults: { status: string; fullName: string }[] };
const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: Ran[] };
console.log('\npassed  failed  file');
for (const { name, assertionResults } of testResults) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const passed = assertionResults.filter(({ status }) => status === 'passed').length;
  const counts = `${String(passed).padStart(6)}  ${String(failed.length).padStart(6)}`;
  console.log(`${counts}  ${path.relative(process.cwd(), name)}`);
  for (const { fullName } of failed) console.log(`                ${fullName}`);
}

type Refusal = { place: string; code: string; message: string };
const lines = existsSync(refused) ? readFileSync(refused, 'utf8').trim().split('\n') : [];
const refusals = new Map<string, number>();
for (const line of lines) {
  const { place, code, message } = JSON.parse(line) as Refusal;
  const key = `${place}  ${code}  ${message}`;
  refusals.set(key, (refusals.get(key) ?? 0) + 1);
}
console.log(refusals.size === 0 ? '\nNothing was refused.' : '\nRefused:');
for (const [key, count] of refusals) console.log(`${String(count).padStart(6)}  ${key}`);
process.exitCode = refusals.size > 0 ? 1 : 0;
