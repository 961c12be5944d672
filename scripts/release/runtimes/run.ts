import { spawn } from 'node:child_process';

/** `errors` also says why a program could not start, or was ended. */
export type Ran = { isGood: boolean; output: string; errors: string };

export type Options = { cwd: string; seconds: number; env?: NodeJS.ProcessEnv };

/**
 * Runs a program to its end. A program that reaches the time limit is ended with all its children, and counts as failed.
 * A server never ends by itself: `ask` sends it a request, and the answer becomes the output. The signal of `ask` aborts
 * if the program ends before.
 */
export function run(
  [program = '', ...args]: string[],
  { cwd, seconds, env }: Options,
  ask?: (ended: AbortSignal) => Promise<string>,
): Promise<Ran> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The program gets a process group of its own, because npm and the starters of runtimes have children.
    detached: true,
  });
  const ran: Ran = { isGood: false, output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ran.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ran.errors += text;
  });
  const ended = new AbortController();
  let isAnswered = false;
  const stop = () => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (child.pid && !isOver) process.kill(-child.pid, 'SIGKILL');
  };
  const noteError = (error: unknown) => {
    ran.errors += `\n${error}`;
  };
  const timer = setTimeout(() => {
    ran.errors += `\nIt was ended after ${seconds} seconds.`;
    stop();
  }, seconds * 1000);
  ask?.(ended.signal)
    .then((answer) => {
      ran.output = answer;
      isAnswered = true;
    }, noteError)
    .finally(stop);
  return new Promise((resolve) => {
    // It could not be started. 'close' follows.
    child.on('error', noteError);
    child.on('close', (code) => {
      clearTimeout(timer);
      ended.abort();
      resolve({ ...ran, isGood: ask ? isAnswered : code === 0 });
    });
  });
}
