import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import last from './release.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../../../..');
const modules = path.join(root, 'node_modules');
const here = path.relative(root, import.meta.dirname);
/** What the set-up writes into the folder of the packages. */
const ofSetup = ['.cache', '.team-api-installed'];

async function run(cwd: string, program: string, ...args: string[]): Promise<void> {
  // Vitest reads its own settings from the environment of the run that is going on.
  const { PATH, HOME, TMPDIR } = process.env;
  await promisify(execFile)(program, args, { cwd, env: { PATH, HOME, TMPDIR } });
}

async function checkOut(folder: string): Promise<void> {
  const archive = path.join(folder, 'release.tar');
  // The checkout may belong to somebody else.
  const git = ['-c', 'safe.directory=*', 'archive', `--output=${archive}`, last.commit];
  try {
    await run(root, 'git', ...git);
  } catch (cause) {
    const text = `This checkout has no commit ${last.commit}, the release ${last.release}: clone with the whole history`;
    throw new Error(text, { cause });
  }
  await run(folder, 'tar', '-xf', archive);
}

/** The same packages. If the release had others, its set-up puts them in place of the links. */
async function linkPackages(folder: string): Promise<void> {
  const target = path.join(folder, 'node_modules');
  await mkdir(target);
  for (const name of await readdir(modules)) {
    if (!ofSetup.includes(name)) await symlink(path.join(modules, name), path.join(target, name));
  }
}

/**
 * The folder with the database of the last release (`dump.sql`), and with the statements that its processes send
 * (`statements.json`). The code of that release writes both (`keep.ts`), once for each checkout.
 */
export async function keptRelease(): Promise<string> {
  const kept = path.join(modules, '.cache/last-release', last.commit);
  if (existsSync(kept)) return kept;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-last-release-'));
  try {
    await checkOut(folder);
    await linkPackages(folder);
    await run(folder, process.execPath, 'scripts/setup.mjs', '--dev');
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      `${here}/vitest.config.ts`,
    ];
    await run(folder, process.execPath, ...vitest);
    const made = `${kept}.${process.pid}`;
    await mkdir(made, { recursive: true });
    for (const file of ['dump.sql', 'statements.json'])
      await copyFile(path.join(folder, here, file), path.join(made, file));
    await rename(made, kept);
  } finally {
    await rm(folder, { recursive: true });
  }
  return kept;
}
