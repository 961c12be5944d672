import type { CannonRequest } from 'autocannon';
import pg from 'pg';
import type { Filled } from '../database.ts';
import { freshWindows, median, middle } from '../drive.ts';
import { batchRequest, intakeTeams } from '../intake/batch.ts';
import type { Finding } from '../report.ts';
import type { ServerProcess } from '../server-process.ts';
import { assignRequests } from '../works.ts';
import { type PacedRound, pace } from './pace.ts';
import { type Seen, SeenStatements } from './seen-statements.ts';

/** A change may cost this many times as much with marks. */
const MOST_FOR_MARKS = 1.03;
const TURNS = 10;
const RATE = 30;

export type Sides = { marks: ServerProcess; noMarks: ServerProcess };
type Runs = { filled: Filled; primary: number; seconds: number };
type Kind = { name: string; title: string; requests: (filled: Filled) => Promise<CannonRequest[]> };

const kinds: Kind[] = [
  {
    name: 'assignments',
    title: 'POST /assignments',
    requests: async (filled) => assignRequests(filled, 5_000),
  },
  // With a single training, the mark has its largest share.
  { name: 'intake', title: 'trainings.record of one training', requests: intakeRequests },
];

async function intakeRequests(filled: Filled): Promise<CannonRequest[]> {
  const sql = new pg.Client(filled.url);
  await sql.connect();
  const teams = await intakeTeams(sql, filled, 50);
  await sql.end();
  return Array.from({ length: 5_000 }, (_, n) => batchRequest(teams, n, 1));
}

/** What marks add to each change: the same product with and without them, in turns. */
export async function measureMarks(servers: Sides, runs: Runs): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of kinds) findings.push(await measureKind(servers, runs, kind));
  return findings;
}

async function measureKind(
  servers: Sides,
  { filled, primary, seconds }: Runs,
  { name, title, requests }: Kind,
): Promise<Finding> {
  const sides: Record<keyof Sides, PacedRound[]> = { marks: [], noMarks: [] };
  const statements = await SeenStatements.on(filled.url);
  let seen: Seen[] = [];
  // The order changes each time, because written data make later writes slower.
  for (let n = 0; n < TURNS; n += 1) {
    const order = n % 2 === 0 ? (['marks', 'noMarks'] as const) : (['noMarks', 'marks'] as const);
    for (const side of order) {
      await freshWindows(filled.url);
      await statements.reset();
      const wanted = { rate: RATE, seconds, settleSeconds: 1 };
      const round = await pace(servers[side], await requests(filled), primary, wanted);
      sides[side].push(round);
      if (side === 'marks') seen = await statements.read(RATE * (seconds + 1));
    }
    const [a, b] = [sum(sides.marks[n]), sum(sides.noMarks[n])];
    console.error(`marks ${name} ${n + 1}/${TURNS}: ${a.toFixed(3)} | ${b.toFixed(3)} ms`);
  }
  await statements.end();
  const ratios = sides.marks.map((round, n) => sum(round) / sum(sides.noMarks[n]));
  const ratio = median(ratios);
  const ofPostgres = median(
    sides.marks.map(
      (round, n) => (round.postgresCpuMs ?? 0) / (sides.noMarks[n]?.postgresCpuMs ?? 0),
    ),
  );
  return {
    name: `marks-${name}`,
    title: `CPU of both sides: ${title} with marks, to one without`,
    ratio,
    required: `<= ${MOST_FOR_MARKS}`,
    passed: ratio <= MOST_FOR_MARKS,
    sides: { product: middle(sides.marks), without: middle(sides.noMarks) },
    notes: [
      `${TURNS} turns at ${RATE} requests a second, ${spread(ratios)}. PostgreSQL alone: ${ofPostgres.toFixed(3)}.`,
      shareOfMark(seen),
    ],
  };
}

const sum = (round: PacedRound | undefined) =>
  (round?.serverCpuMs ?? Number.NaN) + (round?.postgresCpuMs ?? Number.NaN);

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.round(share * (sorted.length - 1))]?.toFixed(3);
  return `ratios ${quantile(0)} to ${quantile(1)}, half of them from ${quantile(0.25)} to ${quantile(0.75)}`;
}

/** Statements outside of the transaction: admission, the request log, and repeated checks. */
const others = /admit_calls|request_log|pg_is_in_recovery|wal_lsn|key_use|last_used|set_config/;

/** The share of the mark, by PostgreSQL's own statistics. */
function shareOfMark(seen: Seen[]): string {
  const transaction = seen.filter(({ text }) => !others.test(text));
  const mark = transaction.filter(({ text }) => /update team_mark/.test(text));
  const all = (rows: Seen[], numberOf: (row: Seen) => number) =>
    rows.reduce((total, row) => total + numberOf(row), 0);
  const share = (numberOf: (row: Seen) => number, digits: number) =>
    `${all(mark, numberOf).toFixed(digits)} of ${all(transaction, numberOf).toFixed(digits)}`;
  return `The mark in the whole transaction, by pg_stat_statements: ${share(({ ms }) => ms, 4)} ms, ${share(({ blocks }) => blocks, 1)} blocks, ${share(({ walBytes }) => walBytes, 0)} bytes of log.`;
}
