import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

type Options = { cwd?: string; env?: Record<string, string>; input?: string };

/** Runs a program, and returns what it prints. Fails with its output if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { input = '', env, ...options }: Options = {},
): Promise<string> {
  const child = spawn(program, args, { ...options, env: { ...process.env, ...env } });
  child.stdin.on('error', () => undefined).end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = await output;
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')}: ${`${stdout}${stderr}`.slice(-3000)}`);
}

export const bash = (code: string, options?: Options): Promise<string> =>
  run('bash', ['-euo', 'pipefail', '-c', code], options);

/** Waits until the work succeeds. Fails with its last error. */
export async function eventually<T>(work: () => Promise<T> | T, limitMs = 120_000): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(100);
  }
}
