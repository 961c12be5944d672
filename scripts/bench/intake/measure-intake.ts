import pg from 'pg';
import type { BenchDatabase } from '../database.ts';
import { alternately, drive } from '../drive.ts';
import { atLeast, type Finding } from '../report.ts';
import { type ServerProcess, startApi, startServer } from '../server-process.ts';
import { clearWebhooks, insertEndpoints } from '../webhooks/rows.ts';
import type { Site } from '../webhooks/site.ts';
import { batchRequest, type IntakeTeam, intakeTeams, SERVICE_TOKEN } from './batch.ts';

const AT_LEAST = 0.7;
const EVALUATIONS_A_SECOND = 1_000;
const TRAININGS = 100;
const CONNECTIONS = 8;
const BATCHES_A_SECOND = CONNECTIONS * 3;
/** After this many calls, V8 has compiled the code that runs often. */
const WARM_UP = 8 * BATCHES_A_SECOND;
const TEAMS = 50;
const EVENTS = ['training.completed', 'evaluation.completed'];

type Stand = { database: BenchDatabase; sql: pg.Client; teams: IntakeTeam[] };

/** Measures `trainings.record` with evaluations, events and one endpoint, beside hand-written SQL. */
export async function measureIntake(
  site: Site,
  { database, seconds }: { database: BenchDatabase; seconds: number },
): Promise<Finding> {
  const { dir, teams: filled } = database;
  const sql = new pg.Client(filled.url);
  await sql.connect();
  const place = { databaseUrl: filled.url, dir, env: { SERVICE_TOKEN } };
  const product = await startApi({ ...place, name: 'intake-product' });
  const script = 'scripts/bench/intake/rival-process.ts';
  const rival = await startServer({ ...place, name: 'intake-rival', script, readyPath: '/' });
  try {
    await clearWebhooks(sql, 'endpoints');
    const teams = await intakeTeams(sql, filled, TEAMS);
    const tenants = teams.map(({ tenant_id }) => tenant_id);
    await insertEndpoints(sql, site.receiverUrl, { tenants, each: 1, events: EVENTS });
    const stand = { database, sql, teams };
    for (const server of [product, rival]) await round(stand, server, WARM_UP);
    const amount = Math.ceil(seconds) * BATCHES_A_SECOND;
    const raced = await alternately('intake', site.rounds, [
      () => round(stand, product, amount),
      () => round(stand, rival, amount),
    ]);
    return finding(raced);
  } finally {
    await Promise.all([product.stop(), rival.stop()]);
    await clearWebhooks(sql, 'endpoints');
    await sql.end();
  }
}

/** A round has a fixed number of calls, and fails if it has not written all of them. */
async function round({ database, sql, teams }: Stand, server: ServerProcess, amount: number) {
  await clearWebhooks(sql);
  await sql.query('checkpoint');
  const before = await evaluations(sql);
  const requests = Array.from({ length: amount }, (_, n) => batchRequest(teams, n, TRAININGS));
  const load = { amount, connections: CONNECTIONS };
  const driven = await drive(server, requests, database.postmaster, load);
  const { rows } = await sql.query('select count(*)::integer as raised from webhook_delivery');
  const written = [(await evaluations(sql)) - before, rows[0].raised];
  if (String(written) !== String([amount * TRAININGS, 2 * amount * TRAININGS])) {
    throw new Error(`${server.name}: ${written} evaluations and deliveries`);
  }
  return driven;
}

async function evaluations(sql: pg.Client): Promise<number> {
  return (await sql.query('select count(*)::integer as n from evaluation')).rows[0].n;
}

function finding({ ours, theirs, ratio }: Awaited<ReturnType<typeof alternately>>): Finding {
  const aSecond = ours.rps * TRAININGS;
  const bounded = atLeast(ratio, AT_LEAST);
  return {
    name: 'intake',
    title: `trainings.record, ${TRAININGS} evaluations, one endpoint`,
    sides: { product: ours, rival: theirs },
    ...bounded,
    passed: bounded.passed && aSecond >= EVALUATIONS_A_SECOND,
    notes: [
      `${aSecond.toFixed(0)} evaluations a second (at least ${EVALUATIONS_A_SECOND} required), against ${(theirs.rps * TRAININGS).toFixed(0)}.`,
    ],
  };
}
