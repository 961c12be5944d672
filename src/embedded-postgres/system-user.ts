import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from '../shared/errors/system-error-code.ts';

const run = promisify(execFile);

/** The user as which PostgreSQL runs, if it is not our own user. */
export type SystemUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. If we are root, it runs as the owner of the database files, or
 * as a user that exists on most machines. We create no user.
 */
export async function databaseUser(cluster: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither an account "postgres" nor "nobody": start as an ordinary user, or set DATABASE_URL',
  );
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    if (saysNo(error)) return undefined;
    throw error;
  }
}

/**
 * True if the account can run the file. This runs the file, because modes, parent folders, access
 * lists and mounts decide together.
 */
export async function canRun(user: SystemUser, file: string, args: string[]): Promise<boolean> {
  try {
    await run(file, args, { ...user, cwd: '/', env: {}, timeout: 10_000 });
    return true;
  } catch (error) {
    if (saysNo(error)) return false;
    throw error;
  }
}

/** True if the system has refused. If it cannot start a process just now, it has not answered. */
function saysNo(error: unknown): boolean {
  const answered = error instanceof Error && 'code' in error && typeof error.code === 'number';
  return answered || ['EACCES', 'ENOENT'].includes(codeOf(error));
}
