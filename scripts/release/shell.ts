import { spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

type Environment = Record<string, string>;

/** A folder like the checkout, in which a block may write. */
export function likeCheckout(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-checkout-'));
  for (const name of ['node_modules', 'package.json', 'scripts', 'src', 'prisma', 'docs', 'dist']) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  return folder;
}

/** Pastes a block into a shell, and returns what it prints. Throws if a command of it fails. */
export function pasted(code: string, cwd: string, env: Environment = {}): string {
  const all = { ...process.env, ...env };
  const run = spawnSync('bash', ['-euo', 'pipefail', '-c', code], {
    cwd,
    env: all,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${code}\n${run.stdout}${run.stderr}`);
  return run.stdout;
}

/** The variables that a block sets. */
export function settingsIn(code: string): Environment {
  const names = [...code.matchAll(/^(?:export )?(\w+)=/gm)].map(([, name = '']) => name);
  const output = pasted(
    `set -a\n${code}\nprintf '%s\\0' ${names.map((name) => `"$${name}"`).join(' ')}`,
    '/',
  );
  const values = output.split('\0');
  return Object.fromEntries(names.map((name, n) => [name, values[n] ?? '']));
}
