import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { findInstallation } from '../../../src/sdk/command-line/installation.ts';
import { run } from '../../../src/sdk/command-line/run.ts';
import { makeTerminal } from '../../../src/sdk/command-line/terminal.ts';
import { release } from '../../../src/sdk/model/release.ts';
import type { TestApi } from '../../harness/api.ts';
import { machineNode } from '../../harness/machine-node.ts';
import { until } from '../../harness/until.ts';

const unpacked = path.resolve(import.meta.dirname, '../../../dist/sdk/typescript');

type Ended = { code: number | null; stdout: string; stderr: string };
type Options = {
  env?: Record<string, string>;
  input?: string | Buffer;
  /** The Node that runs the command, instead of that of the machine. */
  node?: string;
};

/** A command that is running as in a terminal. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(program: string, args: string[], { env = {}, input }: Options) {
    this.child = spawn(program, args, { env });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.child.stdin?.on('error', () => undefined).end(input ?? '');
    this.ended = once(this.child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  /** Waits until the output matches, and returns the match. */
  async says(pattern: RegExp): Promise<string> {
    await until(`${pattern}`, () => pattern.test(this.stdout + this.stderr), 15_000);
    return pattern.exec(this.stdout + this.stderr)?.[0] ?? '';
  }

  stop(): Promise<Ended> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}

/** The machine of a developer, on which npm has installed the package from an API. */
class Machine {
  readonly folder: string;
  readonly #server: string;

  private constructor(folder: string, server: string) {
    this.folder = folder;
    this.#server = server;
  }

  static async make(api: TestApi): Promise<Machine> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-command-line-'));
    const modules = path.join(folder, 'node_modules');
    await mkdir(modules);
    await cp(unpacked, path.join(modules, release.name), { recursive: true });
    const { origin } = new URL(api.url);
    const resolved = `${origin}/docs/sdk/${release.name}-${release.version}.tgz`;
    const packages = { [`node_modules/${release.name}`]: { resolved } };
    await writeFile(path.join(modules, '.package-lock.json'), JSON.stringify({ packages }));
    return new Machine(folder, origin);
  }

  get server(): string {
    return this.#server;
  }

  /** The file with the logins. */
  get logins(): string {
    return path.join(this.folder, 'config/team-api/logins.json');
  }

  /** Stores a login as the command `login` does. */
  async keepLogin(server: string, token: string): Promise<void> {
    const login = {
      token,
      expires_at: '2100-01-01T00:00:00Z',
      team: 'Team',
      person: 'a@b.example',
    };
    await mkdir(path.dirname(this.logins), { recursive: true });
    await writeFile(this.logins, JSON.stringify({ last: server, logins: { [server]: login } }));
  }

  /** The file that runs the command. */
  get program(): string {
    return path.join(this.folder, 'node_modules', release.name, 'command-line.js');
  }

  #env(more: Record<string, string> = {}) {
    return { XDG_CONFIG_HOME: path.join(this.folder, 'config'), PATH: '', ...more };
  }

  /** Starts a command as a process of its own, with the Node of the machine. */
  start(args: string[], { env, node = machineNode(), ...options }: Options = {}): Running {
    return new Running(node, [this.program, ...args], { ...options, env: this.#env(env) });
  }

  /** Runs a command to its end in this process, which takes a tenth of the time. */
  async run(args: string[], { env }: Pick<Options, 'env'> = {}): Promise<Ended> {
    const [out, err] = [written(), written()];
    const own = this.#env(env);
    const code = await run(args, {
      terminal: makeTerminal(out, err, own),
      installation: findInstallation(pathToFileURL(this.program).href),
      env: own,
      platform: process.platform,
      signal: new AbortController().signal,
    });
    return { code, stdout: out.text, stderr: err.text };
  }
}

/** One machine for all tests of a file. */
export function useMachine(api: () => TestApi): () => Machine {
  let machine: Machine | undefined;
  beforeAll(async () => {
    machine = await Machine.make(api());
  });
  afterAll(() => machine && rm(machine.folder, { recursive: true, force: true }));
  return () => {
    if (!machine) throw new Error('The machine is there only while tests run');
    return machine;
  };
}

function written() {
  return {
    text: '',
    write(text: string) {
      this.text += text;
    },
  };
}
