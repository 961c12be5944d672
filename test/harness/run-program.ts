import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { machineNode } from './machine-node.ts';

type Options = {
  cwd: string;
  env: Record<string, string>;
  /** Gets the process when it has begun, so that a test can end it early. */
  onStart?: (child: ChildProcess) => void;
};

/** Runs a customer's program to its end, with the Node of the machine. */
export async function runProgram(
  file: string,
  { onStart, ...options }: Options,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(machineNode(), [file], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
