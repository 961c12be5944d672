import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/**
 * The whole environment of Redocly, so that a check gives the same result everywhere. It sends no telemetry and looks for
 * no update.
 */
const env = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
};

type Ended = { status: number | null; stdout: string; stderr: string };

const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

export async function runRedocly(args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { status, stdout, stderr };
}
