import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from '../../shared/error-code.ts';

const run = promisify(execFile);

/** The account that PostgreSQL runs as, where that is not ours. */
export type Account = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. Then it runs as whoever owns the database already, or as an
 * account that the machine has anyway: we make none.
 */
export async function databaseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const account = await lookUp(name);
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither an account "postgres" nor "nobody": start as an ordinary user, or set DATABASE_URL',
  );
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    if (saysNo(error)) return undefined;
    throw error;
  }
}

/** Asked of the system itself, because modes, parents, lists and mounts all have a say. */
export async function canRun(account: Account, file: string, args: string[]): Promise<boolean> {
  try {
    await run(file, args, { ...account, cwd: '/', env: {}, timeout: 10_000 });
    return true;
  } catch (error) {
    if (saysNo(error)) return false;
    throw error;
  }
}

/** Only an answer counts: a machine that cannot start a process right now has not said no. */
function saysNo(error: unknown): boolean {
  const answered = error instanceof Error && 'code' in error && typeof error.code === 'number';
  return answered || ['EACCES', 'ENOENT'].includes(codeOf(error));
}
