// Tries the Python package of the SDK with Python itself: its own tests, the blocks of its README, and every operation,
// against a new server with a demo team. It needs `python3` (3.10 or newer) with `venv`. Tests of Flask or Starlette run
// if these are installed. Before a release: see docs/documentation.md. `PYTHON=/path/to/python3.10` names another Python.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readModel } from '../src/sdk/model/read-model.ts';
import { pythonMetadata, wheelName } from '../src/sdk/python/package-files.ts';
import { codeBlocks } from '../test/docs/harness/documents.ts';
import { signatureVectors } from '../test/docs/harness/signature-vectors.ts';
import { type DemoServer, NOBODY, withDemoServer } from './release/demo-server.ts';
import { objectsOf } from './release/python-samples.ts';
import { reportOutcome } from './release/report-outcome.ts';

const { PYTHON = 'python3' } = process.env;
const model = readModel();
const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-python-'));
const venv = path.join(folder, 'venv');
const python = path.join(venv, 'bin/python');
const tests = path.resolve('test/sdk/python');

const quiet = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONDONTWRITEBYTECODE: '1' };

/** Runs a program. If it fails, its output is printed. */
function tryRun(
  name: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): { isGood: boolean; output: string } {
  const all = { ...process.env, PYTHONPATH: tests, ...quiet, ...env };
  const run = spawnSync(program, args, { cwd: folder, env: all, encoding: 'utf8' });
  const isGood = run.status === 0;
  reportOutcome(
    run.error ? 'not installed' : isGood ? 'good' : 'FAILED',
    name,
    run.stdout + run.stderr,
  );
  return { isGood, output: run.stdout };
}

function tryPackage(): void {
  const site = ['-c', 'import team_api; print(team_api.__path__[0])'];
  const installed = spawnSync(python, site, { encoding: 'utf8' }).stdout.trim();
  tryRun('compiles', python, ['-W', 'error', '-m', 'compileall', '-q', '-f', installed]);
  tryRun('types', python, ['-W', 'error', path.join(tests, 'try_types.py')]);
  const vectors = path.join(folder, 'vectors.json');
  for (const name of ['copy', 'faults', 'feed', 'pace', 'secrets', 'sync', 'webhooks']) {
    // Signed now, because a signature is valid for minutes only.
    writeFileSync(vectors, JSON.stringify(signatureVectors()));
    const args = ['-W', 'error', '-m', 'unittest', '-q', `test_${name}`];
    tryRun(name, python, args, { VECTORS: vectors, WORLDS: '500' });
  }
}

async function tryOperations(server: DemoServer): Promise<void> {
  const input = { operations: model.operations, objects: await objectsOf(server) };
  const file = path.join(folder, 'operations.json');
  writeFileSync(file, JSON.stringify(input));
  const env = { API: server.api, KEY: server.key };
  tryRun('operations', python, ['-W', 'error', path.join(tests, 'try_operations.py'), file], env);
}

/** Requires that a copy follows a member who leaves the team and returns. */
function tryReturn({ api, key, cli }: DemoServer): void {
  const file = path.join(tests, 'try_return.py');
  const args = ['-W', 'error', file, path.join(folder, 'copy.json')];
  const tryMoment = (moment: string): string =>
    tryRun(`a member ${moment}`, python, [...args, moment], { API: api, KEY: key }).output.trim();
  const email = tryMoment('leaves');
  tryMoment('is gone');
  cli('member', 'add', '--email', email);
  tryMoment('is back');
}

/** Runs the command as pip has installed it: it knows from where, and so which API to ask. */
function tryCommand({ key }: DemoServer): void {
  const command = path.join(venv, 'bin', model.name);
  const env = { TEAM_API_KEY: key };
  for (const run of ['begins', 'goes on']) {
    tryRun(`${model.name} copy ${run}`, command, ['copy', '--to', 'copy.sqlite', '--once'], env);
  }
}

/** Runs all blocks of the README as one program, as a reader would type it. */
function tryReadme({ api, key }: DemoServer): void {
  const blocks = codeBlocks(pythonMetadata(model), 'python');
  if (blocks.length < 7) throw new Error('The README has fewer than seven blocks');
  const isFlask = (block: string) => block.includes('flask');
  const env = { API: api, KEY: key, SIGNING_SECRET: 'whsec_x' };
  const own = blocks.filter((block) => !isFlask(block)).join('\n');
  const program = own
    .replace('https://you.example/webhooks', NOBODY)
    .replace('stop = threading.Event()', '$&\nthreading.Timer(2, stop.set).start()');
  const whole = `${program}\ndb.close()\nclient.close()\npatient.close()`;
  tryRun('README', python, ['-W', 'error', '-c', whole], env);
  // In a second run, calls with a fixed Idempotency-Key have no effect, and the copy exists already.
  tryRun('README, once more', python, ['-W', 'error', '-c', whole], env);
}

try {
  const wheel = path.resolve('dist/sdk', wheelName(model));
  readFileSync(wheel);
  // The environment may use packages of the machine, such as Flask.
  if (tryRun('venv', PYTHON, ['-m', 'venv', '--system-site-packages', venv]).isGood) {
    const pip = ['-m', 'pip', 'install', '-q', '--no-index', '--force-reinstall'];
    if (tryRun('pip install <file>', python, [...pip, wheel]).isGood) {
      tryPackage();
      await withDemoServer(async (server) => {
        const url = `${new URL(server.api).origin}/docs/sdk/${wheelName(model)}`;
        tryRun('pip install <PUBLIC_URL>', python, [...pip, url]);
        tryCommand(server);
        await tryOperations(server);
        tryReturn(server);
        tryReadme(server);
      });
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
