// Three ways to know that a replica has what a team wrote: a number in a row of the team (the product's, P746), the position
// of the log, and the time. What each adds to a change, how many reads a lagging replica may answer, and how many of
// these answers are old. docs/performance.md#replicas has the results.
//   node_modules/.bin/node scripts/bench/replica-proofs.ts
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createPool } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/log.ts';
import { ReplicatedCluster } from '../../test/replicas/harness/replicated-cluster.ts';
import { median } from './drive.ts';
import { cpuMsOfChildren, parentOf } from './proc.ts';

const TURNS = 5;
const TURN_MS = 2_000;
const TEAMS = 8;
const READS = 300;
const lags = [
  { delay: '0', pauseMs: 0 },
  { delay: '0', pauseMs: 5 },
  { delay: '5ms', pauseMs: 5 },
  { delay: '20ms', pauseMs: 5 },
];

const tables = `create table change (id bigserial primary key, team int, said text);
  create table team (id int primary key, n bigint not null default 0, at pg_lsn);
  insert into team (id) select n from generate_series(1, 50) n`;
const insert = `insert into change (team, said) values ($1, 'something that a team has changed')`;
const raise = 'update team set n = n + 1 where id = $1';
const note = 'update team set at = pg_current_wal_insert_lsn() where id = $1';

type Way = (client: pg.PoolClient, team: number) => Promise<unknown>;

/** Sends a transaction with one write, as the product does. */
const changing =
  (...texts: string[]): Way =>
  (client, team) =>
    Promise.all([
      client.query('begin'),
      ...texts.map((text) => client.query({ name: text.slice(0, 30), text, values: [team] })),
      client.query('commit'),
    ]);

const ways: Record<string, Way> = {
  nothing: changing(insert),
  number: changing(insert, raise),
  // Nobody knows the position of a commit before it.
  position: async (client, team) => {
    await changing(insert)(client, team);
    await client.query({ name: 'note', text: note, values: [team] });
  },
};

type Side = { name: string; pool: pg.Pool; postmaster: number; way: Way; costs: Cost[] };
type Cost = { cpuUs: number; walBytes: number; perSecond: number };

/** Each team changes something again and again, over a connection of its own. */
async function write(pool: pg.Pool, way: Way, { teams = TEAMS, pauseMs = 0, until = () => true }) {
  let changes = 0;
  const one = async (team: number) => {
    const client = await pool.connect();
    for (; until(); changes += 1) {
      await way(client, team);
      if (pauseMs) await sleep(pauseMs);
    }
    client.release();
  };
  await Promise.all(Array.from({ length: teams }, (_, n) => one(n + 1)));
  return changes;
}

async function one<T>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<T> {
  return (await pool.query(text, values)).rows[0] as T;
}

async function measureChanges({ pool, postmaster, way, costs }: Side): Promise<void> {
  const position = () => one<{ n: string }>(pool, `select pg_current_wal_lsn() - '0/0' as n`);
  const end = performance.now() + TURN_MS;
  const [cpu, { n }] = [cpuMsOfChildren(postmaster) ?? 0, await position()];
  const changes = await write(pool, way, { until: () => performance.now() < end });
  costs.push({
    cpuUs: (((cpuMsOfChildren(postmaster) ?? 0) - cpu) * 1_000) / changes,
    walBytes: (Number((await position()).n) - Number(n)) / changes,
    perSecond: (changes * 1_000) / TURN_MS,
  });
}

async function tellChanges(plain: pg.Pool, timed: pg.Pool): Promise<void> {
  const postmasterOf = async (pool: pg.Pool) =>
    parentOf((await one<{ pid: number }>(pool, 'select pg_backend_pid() as pid')).pid) ?? 0;
  const side = async (name: string, pool: pg.Pool, way: Way): Promise<Side> => {
    return { name, pool, postmaster: await postmasterOf(pool), way, costs: [] };
  };
  const sides = await Promise.all([
    ...Object.entries(ways).map(([name, way]) => side(name, plain, way)),
    // Only a row of the team says which of all commits was the team's last one.
    side('time', timed, changing(insert, raise)),
  ]);
  for (let turn = 0; turn < TURNS; turn += 1) for (const each of sides) await measureChanges(each);
  console.log('| proof | CPU of PostgreSQL, µs a change | bytes of log | changes a second |');
  for (const { name, costs } of sides) {
    const middle = (of: (cost: Cost) => number) => median(costs.map(of)).toFixed(0);
    console.log(
      `| ${name} | ${middle((c) => c.cpuUs)} | ${middle((c) => c.walBytes)} | ${middle((c) => c.perSecond)} |`,
    );
  }
}

const micros = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint`;
const onPrimary = `select pg_current_wal_flush_lsn() as at, json_agg(t) as teams from (
  select id, n, ${micros('pg_xact_commit_timestamp(xmin)')} as time from team order by id) t`;
const replayed = `select ${micros('pg_last_xact_replay_timestamp()')} as time,
  pg_last_wal_replay_lsn() >= $1::pg_lsn as has`;
const onReplica = 'select json_agg(t) as teams from (select id, n from team order by id) t';

type Team = { id: number; n: number; time: number };

/** Reads of a team that writes nothing, and of those that write, while they write. */
async function measureReads(primary: pg.Pool, replica: pg.Pool) {
  const counts = { position: 0, number: 0, time: 0, timeOfWriters: 0, old: 0 };
  for (let read = 0; read < READS; read += 1) {
    const asked = await one<{ at: string; teams: Team[] }>(primary, onPrimary);
    // The answer is read after the time, so that it is never older than what the time says.
    const said = await one<{ time: number; has: boolean }>(replica, replayed, [asked.at]);
    const { teams: found } = await one<{ teams: Team[] }>(replica, onReplica);
    const [quiet, quietThere] = [asked.teams.at(-1), found.at(-1)] as [Team, Team];
    if (said.has) counts.position += 1;
    if (quietThere.n >= quiet.n) counts.number += 1;
    if (said.time >= quiet.time) counts.time += 1;
    for (const team of asked.teams.slice(0, TEAMS)) {
      if (said.time < team.time) continue;
      counts.timeOfWriters += 1;
      if ((found[team.id - 1]?.n ?? 0) < team.n) counts.old += 1;
    }
    await sleep(2);
  }
  return counts;
}

async function tellReads(primary: pg.Pool, replica: pg.Pool): Promise<void> {
  console.log(
    '| replica lags by | writers pause, ms | by number | by position | by time | old by time, of |',
  );
  for (const { delay, pauseMs } of lags) {
    await replica.query(`alter system set recovery_min_apply_delay = '${delay}'`);
    await replica.query('select pg_reload_conf()');
    let isOver = false;
    const writing = write(primary, changing(insert, raise), { pauseMs, until: () => !isOver });
    await sleep(500);
    const { number, position, time, timeOfWriters, old } = await measureReads(primary, replica);
    isOver = true;
    await writing;
    const share = (n: number) => `${((n * 100) / READS).toFixed(0)} %`;
    console.log(
      `| ${delay} | ${pauseMs} | ${share(number)} | ${share(position)} | ${share(time)} | ${old} of ${timeOfWriters} |`,
    );
  }
}

const own = { fsync: 'on', synchronous_commit: 'on' };
const start = (settings: Record<string, string>) =>
  ReplicatedCluster.start({ replicas: 1, guarded: false, own: { ...own, ...settings } });
const [plain, timed] = await Promise.all([start({}), start({ track_commit_timestamp: 'on' })]);
const pools = [plain.url(0), timed.url(0), timed.url(1)].map((url) =>
  createPool(url, { max: TEAMS + 2, name: 'proofs', log: createLogger('silent') }),
);
const [plainPrimary, timedPrimary, replica] = pools as [pg.Pool, pg.Pool, pg.Pool];
try {
  await Promise.all([plainPrimary, timedPrimary].map((pool) => pool.query(tables)));
  await tellChanges(plainPrimary, timedPrimary);
  await tellReads(timedPrimary, replica);
} finally {
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all([plain, timed].map((cluster) => cluster.stop()));
}
