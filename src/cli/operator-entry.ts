import os from 'node:os';
import process from 'node:process';
import type pg from 'pg';
import { currentTime } from '../db/current-time.ts';
import { newId } from '../db/ids.ts';
import { acrossTeams } from '../db/transaction.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { UnfinishedError } from './unfinished-error.ts';

export type Invocation = {
  command: string;
  /** The ids among the arguments, by the name of the option. */
  ids: Record<string, string>;
  /** The account that has called `sudo`. */
  sudoUser: string | undefined;
};

/** Writes who runs the command before it runs, and afterwards how it has ended. Without this trace it does not run. */
export async function recordCommand<T>(
  pool: pg.Pool,
  { command, ids, sudoUser }: Invocation,
  work: () => Promise<T>,
): Promise<T> {
  const now = await currentTime(pool);
  const id = newId('opr', now);
  const host = os.hostname();
  const data = { id, command, ids, account: accountOf(sudoUser), host, started_at: now };
  await acrossTeams(pool, (prisma) => prisma.operatorEntry.create({ data }));
  const end = async (outcome: string): Promise<void> => {
    const ended_at = await currentTime(pool);
    await acrossTeams(pool, (prisma) =>
      prisma.operatorEntry.updateMany({ where: { id }, data: { outcome, ended_at } }),
    );
  };
  try {
    const result = await work();
    await end('done');
    return result;
  } catch (error) {
    // If the database is away, the entry says that the end is not known.
    await end(outcomeOf(error)).catch(() => undefined);
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof UnfinishedError) return 'unfinished';
  return error instanceof UsageError || error instanceof ApiError ? 'refused' : 'failed';
}

function accountOf(sudoUser: string | undefined): string {
  const own = ownAccount();
  return sudoUser ? `${sudoUser} as ${own}` : own;
}

function ownAccount(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return `uid ${process.getuid?.()}`;
  }
}
