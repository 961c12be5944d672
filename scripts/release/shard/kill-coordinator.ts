import { exec } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createPool } from '../../../src/db/pool.ts';
import { withTransaction } from '../../../src/db/transaction.ts';
import { createLogger } from '../../../src/shared/log.ts';
import { reportOutcome } from '../report-outcome.ts';

export type Kills = { url: string; kill: string; start: string; rounds: number };

type Counts = { answered: number; kept: number; lost: number; half: number };
type Round = Counts & { prepared: number; recoveredMs: number };

const AT_ONCE = 8;

// The writers go on while the command runs. Otherwise each of their changes would have ended before the kill.
const run = promisify(exec);

/** Kills the coordinator while changes of both families commit. No change may be half done. */
export async function killCoordinator({ url, kill, start, rounds }: Kills): Promise<void> {
  const all: Round[] = [];
  const drill = randomUUID();
  const nodes = await nodesOf(url);
  for (let round = 0; round < rounds; round += 1) {
    const mark = `${drill}-${round}-`;
    const writing = writeUntilLost(url, mark);
    await sleep(400 + (round % 10) * 60);
    await run(kill);
    const answered = await writing;
    const prepared = await preparedOn(nodes);
    await run(start);
    const began = performance.now();
    const connected = new pg.Client({ connectionString: url });
    await connected.connect();
    while ((await preparedOn(nodes)) > 0) await sleep(50);
    const recoveredMs = Math.round(performance.now() - began);
    await connected.end();
    const counts = { ...(await lookAfter(url, mark, answered)), prepared, recoveredMs };
    all.push(counts);
    console.log(`round ${round}: ${JSON.stringify(counts)}`);
  }
  const sum = (countOf: (one: Round) => number) =>
    all.reduce((total, one) => total + countOf(one), 0);
  const longest = Math.max(...all.map(({ recoveredMs }) => recoveredMs));
  const counts = `${sum((one) => one.kept)} kept, ${sum((one) => one.lost)} lost, ${sum((one) => one.half)} half done, ${sum((one) => one.prepared)} left prepared, recovered after at most ${longest} ms`;
  const isGood = all.every(({ lost, half }) => lost === 0 && half === 0);
  reportOutcome(isGood ? 'good' : 'FAILED', `${rounds} kills of the coordinator: ${counts}`);
}

/** Changes both families in each transaction until the database is lost. Returns the changes that were answered. */
async function writeUntilLost(url: string, prefix: string): Promise<string[]> {
  const pool = createPool(url, { max: AT_ONCE, name: 'try shard', log: createLogger('silent') });
  const answered: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const mark = `${prefix}${writer}-${n}`;
      await withTransaction(pool, async (client) => {
        await client.query(
          `insert into analytics_change (tenant_id, at, id, member_id) values ($1, now(), $2, 'none')`,
          [`ten_${(writer * 7 + n) % 50}`, mark],
        );
        await client.query(
          'insert into erasure (id, tenant_id, created_at) values ($1, $1, now())',
          [mark],
        );
      });
      answered.push(mark);
    }
  };
  await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, writer) => write(writer)));
  await pool.end().catch(() => undefined);
  return answered;
}

async function lookAfter(url: string, prefix: string, answered: string[]): Promise<Counts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const marks = async (text: string): Promise<string[]> => {
    const { rows } = await client.query<{ mark: string }>(text, [`${prefix}%`]);
    return rows.map(({ mark }) => mark);
  };
  const ofTeams = await marks('select id as mark from analytics_change where id like $1');
  const ofControl = await marks('select id as mark from erasure where id like $1');
  await client.end();
  const [teams, control] = [new Set(ofTeams), new Set(ofControl)];
  return {
    answered: answered.length,
    kept: ofTeams.length,
    lost: answered.filter((mark) => !teams.has(mark) || !control.has(mark)).length,
    half: teams.symmetricDifference(control).size,
  };
}

/** The addresses of the nodes with shards. They are asked while the coordinator is down. */
async function nodesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards`,
  );
  await client.end();
  return rows.map(({ host, port }) => {
    const node = new URL(url);
    node.host = `${host}:${port}`;
    return node.href;
  });
}

async function preparedOn(nodes: string[]): Promise<number> {
  const counts = nodes.map(async (connectionString) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query('select from pg_prepared_xacts');
    await client.end();
    return rows.length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
