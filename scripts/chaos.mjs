// What `npm run chaos` runs: the files `*.chaos.test.ts`, all rounds of every test file that uses `rounds` or `runs`
// (test/harness/rounds.ts), directly or through its harness, and five hundred worlds of `sync` in Python. `npm test` runs
// a fifth of these files and a few rounds, and needs no Python.
// Arguments go to vitest, and leave out Python: `npm run chaos -- -t "round 7:"`.
// Paths choose among these files: `npm run chaos -- test/processes`.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const files = (pattern) => globSync(pattern, { cwd: root }).sort();
const mentions = (file, names) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  return names.some((name) => text.includes(`/${name}'`));
};
/** `rounds.ts`, and the files of a harness that use it for their tests. */
const askers = files('test/**/harness/*.ts').filter((file) => mentions(file, ['rounds.ts']));
const names = ['rounds.ts', ...askers.map((file) => path.basename(file))];

function runTests(args) {
  const repeating = files('test/**/*.test.ts').filter(
    (file) => file.endsWith('.chaos.test.ts') || mentions(file, names),
  );
  const paths = args.filter((arg) => arg.startsWith('test/'));
  const chosen = repeating.filter((file) => paths.some((start) => file.startsWith(start)));
  const others = args.filter((arg) => !paths.includes(arg));
  const env = { ...process.env, CHAOS: 'all' };
  const command = [vitest, 'run', ...(paths.length > 0 ? chosen : repeating), ...others];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status === 0;
}

function runPython() {
  const { PYTHON = 'python3' } = process.env;
  const env = {
    ...process.env,
    PYTHONPATH: path.join(root, 'dist/sdk/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    WORLDS: '500',
  };
  const cwd = path.join(root, 'test/sdk/python');
  console.log('sync in Python, in 500 worlds');
  const args = ['-W', 'error', '-m', 'unittest', 'test_sync'];
  const { status, error } = spawnSync(PYTHON, args, { cwd, stdio: 'inherit', env });
  if (error) console.error(`${PYTHON} cannot run (${error.code}): PYTHON names another Python`);
  return status === 0;
}

const argv = process.argv.slice(2);
const outcomes = [runTests(argv), argv.length > 0 || runPython()];
process.exit(outcomes.every(Boolean) ? 0 : 1);
