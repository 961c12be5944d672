import type pg from 'pg';
import { isSilence } from './database-error.ts';
import { notifyWorkers } from './notify-workers.ts';
import { PrismaLoan } from './prisma/prisma-loan.ts';
import {
  type AllTeamsPrisma,
  prismaAcrossTeams,
  type TeamPrisma,
  teamPrisma,
} from './prisma/team-prisma.ts';
import { TeamDb } from './team-db.ts';

/** Runs `work` on one connection between begin and commit; whatever it throws rolls back. */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const lose = (error: Error): void => {
    broken = error;
  };
  // Without a listener a connection that is lost between two statements would end the process.
  client.on('error', lose);
  try {
    // On its way together with the first statement of the work.
    const begun = client.query('begin');
    const [result] = await Promise.all([work(client), begun]);
    await client.query('commit');
    return result;
  } catch (error) {
    if (isSilence(error)) broken = error;
    else await client.query('rollback').catch(lose);
    throw error;
  } finally {
    client.off('error', lose);
    // A connection that cannot even roll back is not given to the next request.
    client.release(broken);
  }
}

/** Prisma on the connection of a transaction that others have begun; nothing is made until it is used. */
async function withPrisma<T>(
  client: pg.PoolClient,
  work: (loan: PrismaLoan) => Promise<T>,
): Promise<T> {
  const loan = new PrismaLoan(client);
  try {
    return await work(loan);
  } finally {
    loan.end();
  }
}

/** Both handles of a team, on one transaction. */
export async function inTeamTransaction<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (db: TeamDb, prisma: TeamPrisma) => Promise<T>,
): Promise<T> {
  let jobs = 0;
  const result = await withTransaction(pool, (client) =>
    withPrisma(client, async (loan) => {
      const db = new TeamDb(client, tenantId);
      const done = await work(db, teamPrisma(loan, tenantId));
      jobs = db.jobs;
      return done;
    }),
  );
  if (jobs > 0) notifyWorkers(pool, jobs);
  return result;
}

/** For what looks across teams. The architecture test knows who may. */
export function acrossTeams<T>(
  pool: pg.Pool,
  work: (prisma: AllTeamsPrisma, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withTransaction(pool, (client) =>
    withPrisma(client, (loan) => work(prismaAcrossTeams(loan), client)),
  );
}
