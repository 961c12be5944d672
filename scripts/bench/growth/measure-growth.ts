import { createPool } from '../../../src/db/pool.ts';
import { createLogger } from '../../../src/shared/log.ts';
import type { BenchCluster } from '../database.ts';
import { median } from '../drive.ts';
import { residentMiB } from '../proc.ts';
import type { Finding } from '../report.ts';
import { apiOptions, startServer } from '../server-process.ts';
import { type Child, startChild } from '../webhooks/child.ts';
import { startWorkerProcess } from '../webhooks/site.ts';
import { dropGrowth, fillGrowth, type GrowthDatabase, type Spread } from './fill-growth.ts';
import { growthWorks } from './growth-requests.ts';
import { deliveryRound, type GrowthRound, httpRound, logRound } from './growth-rounds.ts';

/** A request may cost this many times as much with the most rows as with the fewest. */
const AT_MOST = 1.1;
const REQUESTS = 1_000;
const TEAMS = 10_000;
/** The number of rows of the smallest team. */
const LEAST = 10;

export type GrowthOptions = {
  rounds: number;
  sizes: readonly number[];
  /** Whether the run makes only a tenth of the requests. */
  quick: boolean;
};

/** A row of the table: its rounds by size. The sizes take turns. */
type Row = { title: string; rounds: Map<number, GrowthRound[]> };
type Site = {
  database: GrowthDatabase;
  measures: { title: string; round: () => Promise<GrowthRound> }[];
  resident: () => number;
  stop: () => Promise<void>;
};

/** Measures how the cost of a request grows with the rows of one team, and of many teams. */
export async function measureGrowth(
  cluster: BenchCluster,
  options: GrowthOptions,
): Promise<Finding[]> {
  const receiver = await startChild('receiver-process.ts', {});
  try {
    const findings: Finding[] = [];
    for (const spread of ['one', 'many'] as const) {
      findings.push(...(await measureSpread(cluster, { ...options, spread, receiver })));
    }
    return findings;
  } finally {
    await receiver.stop();
  }
}

type Part = GrowthOptions & { spread: Spread; receiver: Child };

/** All databases of one spread exist at the same time, so that they are measured in turn. */
async function measureSpread(cluster: BenchCluster, part: Part): Promise<Finding[]> {
  const { sizes, rounds, spread, receiver } = part;
  const receiverUrl = await receiver.ask<string>({ do: 'address' });
  const teams = Math.min(TEAMS, Math.min(...sizes) / LEAST);
  const sites: Site[] = [];
  try {
    for (const rows of sizes) {
      const database = await fillGrowth(cluster, { spread, rows, teams, receiverUrl });
      sites.push(await startSite(cluster, database, part));
    }
    const where = spread === 'one' ? 'one team' : `${teams} teams`;
    const table = new Map<string, Row>();
    for (let n = -1; n < rounds; n++) {
      for (const site of n % 2 === 0 ? sites : sites.toReversed()) {
        for (const { title, round } of site.measures) {
          const measured = await round();
          // The first round warms up.
          if (n >= 0) note(table, { title: `${title}, ${where}`, site, measured });
        }
        console.error(`growth: ${where}, ${site.database.rows} rows, ${n + 1}/${rounds}`);
      }
    }
    const findings = [...table.values()].map(findingOf);
    // The findings are printed at once, because a run takes long and its second half may fail.
    for (const { notes = [] } of findings) console.error(notes.join('\n'));
    return [...findings, memoryOf(sites, where)];
  } finally {
    for (const site of sites) {
      await site.stop();
      await dropGrowth(cluster, site.database);
    }
  }
}

type Noted = { title: string; site: Site; measured: GrowthRound };

function note(table: Map<string, Row>, { title, site, measured }: Noted): void {
  const row = table.get(title) ?? { title, rounds: new Map() };
  table.set(title, row);
  const { rows } = site.database;
  row.rounds.set(rows, [...(row.rounds.get(rows) ?? []), measured]);
}

async function startSite(
  cluster: BenchCluster,
  database: GrowthDatabase,
  { receiver, quick }: Part,
): Promise<Site> {
  const most = quick ? REQUESTS / 10 : REQUESTS;
  const { postmaster, encryptionKey, dir } = cluster;
  const server = await startServer({
    name: 'growth',
    script: 'src/api.ts',
    nodeOptions: apiOptions,
    env: {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: encryptionKey,
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
    },
    logFile: `${dir}/growth.log`,
    readyPath: '/readyz',
  });
  const pool = createPool(database.url, { max: 1, name: 'bench', log: createLogger('warn') });
  const measures: Site['measures'] = [];
  for (const { title, share, requests: make } of growthWorks) {
    const requests = await make(database, encryptionKey);
    const amount = Math.ceil(most * share);
    const round = () => httpRound(database, { server, postmaster, requests, amount });
    measures.push({ title, round });
  }
  measures.push({
    title: 'a page of the request log',
    round: () => logRound(database, { pool, postmaster, amount: most }),
  });
  measures.push({
    title: 'a delivery',
    async round() {
      const worker = await startWorkerProcess(cluster, database.url);
      const delivery = { worker, receiver, postmaster };
      try {
        // The first deliveries load and compile code.
        await deliveryRound(database, { ...delivery, amount: most / 5 });
        return await deliveryRound(database, { ...delivery, amount: most * 5 });
      } finally {
        await worker.stop();
      }
    },
  });
  return {
    database,
    measures,
    resident: () => residentMiB(server.pid) ?? Number.NaN,
    async stop() {
      await server.stop();
      await pool.end();
    },
  };
}

const middleOf = (rounds: GrowthRound[], value: (round: GrowthRound) => number | null) =>
  median(rounds.map((round) => value(round) ?? Number.NaN));

const cpuOf = ({ serverCpuMs, postgresCpuMs }: GrowthRound) =>
  (serverCpuMs ?? Number.NaN) + (postgresCpuMs ?? Number.NaN);

function middleRound(rounds: GrowthRound[]): GrowthRound {
  return {
    rps: middleOf(rounds, ({ rps }) => rps),
    p50: middleOf(rounds, ({ p50 }) => p50),
    p99: middleOf(rounds, ({ p99 }) => p99),
    requests: middleOf(rounds, ({ requests }) => requests),
    serverCpuMs: middleOf(rounds, ({ serverCpuMs }) => serverCpuMs),
    postgresCpuMs: middleOf(rounds, ({ postgresCpuMs }) => postgresCpuMs),
    blocks: middleOf(rounds, ({ blocks }) => blocks),
    fetched: middleOf(rounds, ({ fetched }) => fetched),
  };
}

/** Compares the database with the most rows with the one with the fewest. */
function findingOf({ title, rounds }: Row): Finding {
  const sizes = [...rounds].map(([rows, all]) => ({ rows, round: middleRound(all) }));
  const [small, large] = [sizes[0], sizes.at(-1)];
  const ratio = large && small ? cpuOf(large.round) / cpuOf(small.round) : Number.NaN;
  const ms = (value: number | null, digits = 3) =>
    value === null || Number.isNaN(value) ? '-' : value.toFixed(digits);
  const notes = sizes.map(
    ({ rows, round }) =>
      `${title}, ${rows} rows: p50 ${ms(round.p50, 1)} ms, p99 ${ms(round.p99, 1)} ms, CPU ${ms(round.serverCpuMs)} + ${ms(round.postgresCpuMs)} ms, ${round.blocks.toFixed(1)} blocks, of these ${round.fetched.toFixed(2)} fetched.`,
  );
  return {
    name: 'growth',
    title,
    ...(large && small ? { sides: { large: large.round, small: small.round } } : {}),
    ratio,
    required: `<= ${AT_MOST.toFixed(2)}`,
    passed: ratio <= AT_MOST,
    notes,
  };
}

function memoryOf(sites: Site[], where: string): Finding {
  const [few = Number.NaN, many = Number.NaN] = [sites[0], sites.at(-1)].map((site) =>
    site?.resident(),
  );
  const ratio = many / few;
  return {
    name: 'growth',
    title: `resident memory of the API, ${where}`,
    memory: { few, many },
    ratio,
    required: `<= ${AT_MOST.toFixed(2)}`,
    passed: ratio <= AT_MOST,
  };
}
