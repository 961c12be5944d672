// Tries the npm package of the SDK on every runtime. Each gets an empty folder, into which npm installs the package from
// a running server, and one exact version of the runtime. Prints a table. Before a release: see docs/documentation.md.
// `scripts/try-sdk-runtimes.ts Deno Bun` tries only these.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { release } from '../src/sdk/model/release.ts';
import { receiverSettings } from './receiver-tls/own-receiver.ts';
import { withDemoServer } from './release/demo-server.ts';
import { run } from './release/runtimes/run.ts';
import { type Runtime, runtimes } from './release/runtimes/runtimes.ts';
import { withSignedRequests } from './release/runtimes/signed-requests.ts';
import type { RuntimeInput, Tried } from './release/runtimes/steps.ts';

/** `version` is the name by which the runtime calls itself. `faults` says what did not work. */
type Row = { runtime: string; version: string; steps: string; seconds: string; faults: string[] };

/** The steps as a customer's file. It imports the package by its name. */
async function stepsFile(): Promise<string> {
  const name = 'scripts/release/runtimes/steps.ts';
  const source = readFileSync(name, 'utf8')
    .replaceAll('../../../dist/sdk/typescript/index.js', release.name)
    .replaceAll(/\.\.\/\.\.\/\.\.\/dist\/sdk\/typescript\/(.*)\.js/g, `${release.name}/$1`);
  return (await transformWithOxc(source, name, { target: 'es2022', sourcemap: false })).code;
}

/** Installs the package and the runtime. Returns npm's messages if that fails. */
async function install(folder: string, tarball: string, runtime: Runtime): Promise<string[]> {
  const manifest = {
    private: true,
    type: 'module',
    // Some runtimes are downloaded by their package's install script.
    allowScripts: { [runtime.package]: true },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const wanted = `${runtime.package}@${runtime.version}`;
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--save-exact'];
  const command = ['npm', 'install', ...quiet, tarball, wanted];
  const { isGood, errors } = await run(command, { cwd: folder, seconds: 300 });
  return isGood ? [] : [`${wanted} could not be installed:\n${errors.trim()}`];
}

async function tryIn(folder: string, runtime: Runtime, input: RuntimeInput): Promise<Row> {
  const began = performance.now();
  const { isGood, output, errors } = await runtime.take(folder, input);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const row = { runtime: runtime.name, version: runtime.version, seconds };
  const tried = isGood ? triedIn(output) : undefined;
  if (!tried) return { ...row, steps: 'none', faults: [`${output}\n${errors}`.trim()] };
  const { runtime: agent, steps } = tried;
  const failed = steps.filter(({ fault }) => fault !== undefined);
  const faults = failed.map(({ name, fault }) => `${name}: ${fault}`);
  if (!runtime.agent.test(agent)) faults.push(`it ran on ${agent}`);
  return { ...row, steps: `${steps.length - failed.length} of ${steps.length}`, faults };
}

/** The result of the steps, from the last line. A Worker that has failed answers with another text. */
function triedIn(output: string): Tried | undefined {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Tried;
  } catch {
    return undefined;
  }
}

async function tryRuntime(
  runtime: Runtime,
  tarball: string,
  next: () => Promise<RuntimeInput>,
): Promise<Row> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-runtime-'));
  try {
    const faults = await install(folder, tarball, runtime);
    const { name, version } = runtime;
    if (faults.length > 0) {
      return { runtime: name, version, steps: 'not installed', seconds: '', faults };
    }
    writeFileSync(path.join(folder, 'steps.mjs'), await stepsFile());
    return await tryIn(folder, runtime, await next());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell({ runtime, version, steps, seconds, faults }: Row): void {
  const cells = [runtime.padEnd(10), version.padEnd(14), steps.padEnd(15), seconds.padStart(7)];
  console.log(cells.join(''));
  for (const fault of faults) console.error(`  ${fault.replaceAll('\n', '\n  ')}`);
  if (faults.length > 0) process.exitCode = 1;
}

const args = process.argv.slice(2);
const unknown = args.filter((name) => !runtimes.some((runtime) => runtime.name === name));
if (unknown.length > 0) {
  const names = runtimes.map(({ name }) => name).join(', ');
  throw new Error(`There is no ${unknown.join(', ')}. There are: ${names}`);
}
await withDemoServer(async ({ api: url, key }) => {
  const tarball = `${new URL(url).origin}/docs/sdk/${release.name}-${release.version}.tgz`;
  await withSignedRequests({ url, key }, async (nextRequest) => {
    const next = async () => ({ url, key, request: await nextRequest() });
    tell({
      runtime: 'runtime',
      version: 'version',
      steps: 'steps',
      seconds: 'seconds',
      faults: [],
    });
    for (const runtime of runtimes) {
      if (args.length > 0 && !args.includes(runtime.name)) continue;
      tell(await tryRuntime(runtime, tarball, next));
    }
  });
}, receiverSettings);
