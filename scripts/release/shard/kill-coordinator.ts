import { execSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createPool } from '../../../src/db/pool.ts';
import { withTransaction } from '../../../src/db/transaction.ts';
import { createLogger } from '../../../src/shared/log.ts';
import { told } from '../told.ts';

export type Kills = { url: string; kill: string; start: string; rounds: number };

type Round = {
  answered: number;
  kept: number;
  lost: number;
  half: number;
  prepared: number;
  recoveredMs: number;
};

const AT_ONCE = 8;

/** Kills the coordinator while changes of both families are committed. Nothing may be half done. */
export async function killCoordinator({ url, kill, start, rounds }: Kills): Promise<void> {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const writing = writeUntilLost(url, round);
    await sleep(400 + (round % 10) * 60);
    execSync(kill);
    const answered = await writing;
    execSync(start, { stdio: 'ignore' });
    const one = await lookAfter(url, round, answered);
    all.push(one);
    console.log(`round ${round}: ${JSON.stringify(one)}`);
  }
  const sum = (of: (one: Round) => number) => all.reduce((total, one) => total + of(one), 0);
  const longest = Math.max(...all.map(({ recoveredMs }) => recoveredMs));
  const counts = `${sum((one) => one.kept)} kept, ${sum((one) => one.lost)} lost, ${sum((one) => one.half)} half done, ${sum((one) => one.prepared)} left prepared, recovered after at most ${longest} ms`;
  const isGood = all.every(({ lost, half }) => lost === 0 && half === 0);
  told(isGood ? 'good' : 'FAILED', `${rounds} kills of the coordinator: ${counts}`);
}

/** Changes both families in each transaction, until the database is gone. Returns what was answered. */
async function writeUntilLost(url: string, round: number): Promise<string[]> {
  const pool = createPool(url, { max: AT_ONCE, name: 'try shard', log: createLogger('silent') });
  const answered: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const mark = `round-${round}-${writer}-${n}`;
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

async function lookAfter(url: string, round: number, answered: string[]): Promise<Round> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  const prepared = await preparedOn(client);
  while ((await preparedOn(client)) > 0) await sleep(100);
  const recoveredMs = Math.round(performance.now() - began);
  const marks = async (text: string): Promise<string[]> => {
    const { rows } = await client.query<{ mark: string }>(text, [`round-${round}-%`]);
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
    prepared,
    recoveredMs,
  };
}

async function preparedOn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select sum(result::int)::int as n
     from run_command_on_all_nodes('select count(*) from pg_prepared_xacts') where success`,
  );
  return rows[0]?.n ?? 0;
}
