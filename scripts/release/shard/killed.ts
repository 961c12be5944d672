import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

type Ended = { code: number | null; output: string };

/** Runs a file of the project. Kills it (-9) after `ms`, or when it has printed `word`. */
export async function runKilled(
  file: string,
  args: string[],
  env: Record<string, string>,
  kill: { ms?: number; word?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (kill.word && output.includes(kill.word)) child.kill('SIGKILL');
    });
  }
  if (kill.ms !== undefined) void sleep(kill.ms).then(() => child.kill('SIGKILL'));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
