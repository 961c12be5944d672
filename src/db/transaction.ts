import type pg from 'pg';
import type { JobName, Payload } from '../shared/jobs.ts';
import { isSilence, spoilsConnection } from './database-error.ts';
import { notifyReaders, notifyWorkers } from './notify.ts';
import { type PeoplePrisma, peoplePrisma } from './prisma/people-prisma.ts';
import { PrismaLoan } from './prisma/prisma-loan.ts';
import {
  type AllTeamsPrisma,
  prismaAcrossTeams,
  type TeamPrisma,
  teamPrisma,
} from './prisma/team-prisma.ts';
import { requireSettledSandbox } from './require-settled-sandbox.ts';
import { inTwoPhases, isOfNode, isSharded } from './sharding.ts';
import { type Queryable, TeamDb, type TeamOf, tenantIdOf } from './team-db.ts';

/** How long a statement of a transaction waits for a lock. Without a limit, it waits for its own time limit. */
export type LockLimit = { lockMs: number };

/**
 * Runs `work` on one connection between begin and commit. If `work` throws, the transaction is rolled back.
 */
export async function withTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { lockMs }: Partial<LockLimit> = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const lose = (error: Error): void => {
    broken = error;
  };
  // Without a listener, a connection lost between two statements would end the process.
  client.on('error', lose);
  try {
    // This is sent together with the first statement of the work.
    const started = client.query(lockMs ? `begin; set local lock_timeout = ${lockMs}` : 'begin');
    const [result] = await Promise.all([work(client), started]);
    await Promise.all([isSharded(client) && client.query(inTwoPhases), client.query('commit')]);
    return result;
  } catch (error) {
    if (isSilence(error)) broken = error;
    else await client.query('rollback').catch(lose);
    if (spoilsConnection(error) && !isOfNode(client, error))
      broken ??= new Error('closed', { cause: error });
    throw error;
  } finally {
    client.off('error', lose);
    // If there was an error, the pool closes the connection, so that no other request gets a broken
    // connection.
    client.release(broken);
  }
}

/**
 * Lends Prisma the connection of an open transaction, or the pool. The Prisma client is made at its
 * first use. `before` runs before each call of Prisma.
 */
async function withPrisma<T>(
  client: Queryable,
  work: (loan: PrismaLoan) => Promise<T>,
  before?: () => Promise<unknown>,
): Promise<T> {
  const loan = new PrismaLoan(client, before);
  try {
    return await work(loan);
  } finally {
    loan.end();
  }
}

/** A step on the transaction before the work. It may refuse the work. */
export type FirstStep = (client: Queryable) => Promise<unknown>;

type Steps = Partial<LockLimit> & {
  before?: FirstStep;
  /** Runs when all is written. If it throws, nothing is committed. */
  beforeCommit?: () => void;
};

/** Gives `work` both handles of a team on one transaction. After the commit, workers are told of its jobs. */
export async function inTeamTransaction<T>(
  pool: pg.Pool,
  team: TeamOf,
  work: (db: TeamDb, prisma: TeamPrisma) => Promise<T>,
  { before, beforeCommit, ...limit }: Steps = {},
): Promise<T> {
  let db: TeamDb | undefined;
  const result = await withTransaction(
    pool,
    async (client) => {
      if (before) await before(client);
      await requireSettledSandbox(client, team);
      const handle = new TeamDb(client, team, { collects: true });
      db = handle;
      const result = await withPrisma(
        client,
        (loan) => work(handle, teamPrisma(loan, tenantIdOf(team))),
        () => handle.sendCollected(),
      );
      await handle.sendCollected();
      beforeCommit?.();
      return result;
    },
    limit,
  );
  if (db) notifyOf(pool, [db]);
  return result;
}

/** Tells workers and waiting readers of what these handles have committed. */
function notifyOf(pool: pg.Pool, handles: readonly TeamDb[], otherJobs = 0): void {
  const jobs = handles.reduce((sum, { jobsAdded }) => sum + jobsAdded, otherJobs);
  notifyWorkers(pool, jobs);
  notifyReaders(
    pool,
    handles.filter(({ hasKept }) => hasKept).map(({ tenantId }) => tenantId),
  );
}

/**
 * Gives `work` the handle of a team on a transaction whose statements all see the same moment. If somebody
 * changes a row meanwhile, this transaction cannot write the row: PostgreSQL refuses (40001).
 */
export function inTeamSnapshot<T>(
  pool: pg.Pool,
  team: TeamOf,
  work: (db: TeamDb) => Promise<T>,
): Promise<T> {
  return withTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    return work(new TeamDb(client, team));
  });
}

/** Gives `work` both handles of a team without a transaction, for work that only reads. */
export function readInTeam<T>(
  from: Queryable,
  team: TeamOf,
  work: (db: TeamDb, prisma: TeamPrisma) => Promise<T>,
): Promise<T> {
  return withPrisma(from, (loan) =>
    work(new TeamDb(from, team), teamPrisma(loan, tenantIdOf(team))),
  );
}

/** Returns the handles of one team, on a transaction about people. */
type InTeam = (tenantId: string) => { db: TeamDb; prisma: TeamPrisma };

/**
 * Adds a job that belongs to no team, in a transaction about people. Workers take such jobs before those of
 * teams, so that no mail about a reset waits behind the mails of a team.
 */
export type AddJob = <N extends JobName>(name: N, payload: Payload<N>) => Promise<void>;

/**
 * Deletes the jobs that write a mail to the person or to one of these addresses, and that no worker
 * runs now.
 */
type DropJobs = (personId: string, addresses: readonly string[]) => Promise<void>;

/**
 * Locks the account of a person until the transaction ends, so that nobody joins or removes the
 * account meanwhile. False if there is no account any more.
 */
export type LockPerson = (personId: string) => Promise<boolean>;

/** What a step about people uses, all on one transaction. */
export type PeopleHandles = {
  prisma: PeoplePrisma;
  inTeam: InTeam;
  addJob: AddJob;
  dropJobs: DropJobs;
  lockPerson: LockPerson;
};

type PeopleSteps<T> = Steps & {
  work: (handles: PeopleHandles) => Promise<T>;
  /** When it is aborted, no further call of Prisma for a team begins. */
  signal?: AbortSignal;
};

const jobsAboutPerson = `select graphile_worker.complete_jobs(array(
  select j.id from graphile_worker._private_jobs j
  where j.payload ->> 'person' = $1 or j.payload ->> 'email' = any ($2::text[])))`;

/** Gives `work` the handles for people on one transaction. After the commit, workers are told of its jobs. */
export async function inPeopleTransaction<T>(
  pool: pg.Pool,
  { before, work, beforeCommit, signal, ...limit }: PeopleSteps<T>,
): Promise<T> {
  const used: TeamDb[] = [];
  const sendCollected = () => Promise.all(used.map((db) => db.sendCollected()));
  let added = 0;
  const result = await withTransaction(
    pool,
    async (client) => {
      if (before) await before(client);
      const addJob: AddJob = async (name, payload) => {
        const text = 'select enqueue_in_turn($1, $2, -1)';
        await client.query({ name: 'add job', text, values: [name, JSON.stringify(payload)] });
        added += 1;
      };
      const steps = (loan: PrismaLoan) => {
        const inTeam: InTeam = (tenantId) => {
          const db = new TeamDb(client, tenantId, { collects: true });
          used.push(db);
          return { db, prisma: teamPrisma(loan, tenantId, signal) };
        };
        const dropJobs: DropJobs = async (personId, addresses) => {
          const values = [personId, addresses];
          await client.query({ name: 'drop jobs', text: jobsAboutPerson, values });
        };
        const lockPerson: LockPerson = async (personId) => {
          const text = 'select from person where id = $1 for update';
          const { rowCount } = await client.query({
            name: 'lock person',
            text,
            values: [personId],
          });
          // Who held the lock before may have ended the session that the first step has found.
          if (before) await before(client);
          return rowCount === 1;
        };
        return work({ prisma: peoplePrisma(loan), inTeam, addJob, dropJobs, lockPerson });
      };
      const result = await withPrisma(client, steps, sendCollected);
      await sendCollected();
      beforeCommit?.();
      return result;
    },
    limit,
  );
  notifyOf(pool, used, added);
  return result;
}

/**
 * The handle for people without a transaction. Each call waits for a slot, and borrows a client only for
 * its own time: a sign-in spends most of its time on the password, and a client takes 4 MB.
 */
export function peopleWithSlots(
  pool: pg.Pool,
  inSlot: <T>(work: () => Promise<T>) => Promise<T>,
): PeoplePrisma {
  return peoplePrisma({
    run: (work) => inSlot(() => withPrisma(pool, (loan) => loan.run(work))),
  });
}

/** Runs work that reads the rows of several teams. A test lists the files that may use this. */
export function acrossTeams<T>(
  pool: pg.Pool,
  work: (prisma: AllTeamsPrisma, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withTransaction(pool, (client) =>
    withPrisma(client, (loan) => work(prismaAcrossTeams(loan), client)),
  );
}
