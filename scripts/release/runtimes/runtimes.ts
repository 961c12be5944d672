import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { freePort } from '../../../src/embedded-postgres/cluster.ts';
import { type Ran, run } from './run.ts';
import type { RuntimeInput } from './steps.ts';

/** A runtime, installed in a folder together with the package and `steps.mjs`. */
export type Runtime = {
  name: string;
  /** The npm package of the runtime. */
  package: string;
  version: string;
  /** Matches the name by which the runtime calls itself. */
  agent: RegExp;
  /** Runs all steps. The last line of the output is their result. */
  take: (folder: string, input: RuntimeInput) => Promise<Ran>;
};

const SECONDS = 90;

/** Prints the result of the steps. */
const program = `import { takeSteps } from './steps.mjs';
console.log(JSON.stringify(await takeSteps(JSON.parse(process.env.GIVEN))));
process.exit();
`;

/** Starts the program with the runtime's command. */
const byCommand =
  (...args: string[]) =>
  (folder: string, input: RuntimeInput): Promise<Ran> => {
    writeFileSync(path.join(folder, 'program.mjs'), program);
    const [name = '', ...others] = args;
    const command = [path.join(folder, 'node_modules/.bin', name), ...others, 'program.mjs'];
    return run(command, { cwd: folder, seconds: SECONDS, env: { GIVEN: JSON.stringify(input) } });
  };

const worker = `import { takeSteps } from './steps.mjs';
export default { fetch: async (_, { GIVEN }) => Response.json(await takeSteps(GIVEN)) };
`;

/** A Worker is one bundled file, and gets its input from its configuration. */
async function asWorker(folder: string, input: RuntimeInput): Promise<Ran> {
  writeFileSync(path.join(folder, 'worker.mjs'), worker);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { lib: { entry: 'worker.mjs', formats: ['es'], fileName: 'bundle' }, minify: false },
  });
  const port = await freePort();
  writeFileSync(path.join(folder, 'worker.capnp'), configurationOf(port, input));
  const command = [path.join(folder, 'node_modules/.bin/workerd'), 'serve', 'worker.capnp'];
  const ask = (ended: AbortSignal) => askWorker(port, ended);
  return run(command, { cwd: folder, seconds: SECONDS }, ask);
}

const configurationOf = (port: number, input: RuntimeInput): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .tried),
    # Else it would reach public addresses alone.
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const tried :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "dist/bundle.js")],
  bindings = [(name = "GIVEN", json = ${JSON.stringify(JSON.stringify(input))})],
  compatibilityDate = "2025-01-01",
);
`;

/** Asks again until the Worker listens. */
async function askWorker(port: number, signal: AbortSignal): Promise<string> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { signal });
      return await answer.text();
    } catch {
      await sleep(200, undefined, { signal });
    }
  }
}

const node = (version: string): Runtime => ({
  name: `Node ${version.split('.')[0]}`,
  package: 'node',
  version,
  agent: /^Node\.js\//,
  take: byCommand('node'),
});

/** Raise these versions before a release, because customers have the newest ones. */
export const runtimes: readonly Runtime[] = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  {
    name: 'Deno',
    package: 'deno',
    version: '2.9.6',
    agent: /^Deno\/2\.9\.6/,
    take: byCommand('deno', 'run', '--allow-net', '--allow-env=GIVEN'),
  },
  { name: 'Bun', package: 'bun', version: '1.4.5', agent: /^Bun\/1\.4\.5/, take: byCommand('bun') },
  {
    name: 'Workers',
    package: 'workerd',
    version: '1.20261117.1',
    agent: /^Cloudflare-Workers/,
    take: asWorker,
  },
];
