import path from 'node:path';
import pg from 'pg';
import type { BenchDatabase } from '../database.ts';
import { drive, median, middle, type Round } from '../drive.ts';
import type { Finding } from '../report.ts';
import { apiOptions, type ServerProcess, startServer } from '../server-process.ts';
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
  const sql = new pg.Client(database.teams.url);
  await sql.connect();
  const start = (name: string, script: string, readyPath: string, nodeOptions: string[]) =>
    startServer({
      name,
      script,
      readyPath,
      nodeOptions,
      logFile: path.join(database.dir, `${name}.log`),
      env: {
        DATABASE_URL: database.teams.url,
        ENCRYPTION_KEY: database.encryptionKey,
        SERVICE_TOKEN,
        LOG_LEVEL: 'info',
        NODE_ENV: 'production',
      },
    });
  const product = await start('intake-product', 'src/api.ts', '/readyz', apiOptions);
  const rival = await start('intake-rival', 'scripts/bench/intake/rival-process.ts', '/', []);
  try {
    await clearWebhooks(sql, 'endpoints');
    const teams = await intakeTeams(sql, database.teams, TEAMS);
    const tenants = teams.map(({ tenant_id }) => tenant_id);
    await insertEndpoints(sql, database, site.receiverUrl, { tenants, each: 1, events: EVENTS });
    const sides = await race({ database, sql, teams }, [product, rival], {
      rounds: site.rounds,
      seconds,
    });
    return finding(sides);
  } finally {
    await Promise.all([product.stop(), rival.stop()]);
    await clearWebhooks(sql, 'endpoints');
    await sql.end();
  }
}

async function race(
  stand: Stand,
  [product, rival]: [ServerProcess, ServerProcess],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<[Round[], Round[]]> {
  for (const server of [product, rival]) await round(stand, server, WARM_UP);
  const [ours, theirs]: [Round[], Round[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    ours.push(await round(stand, product, Math.ceil(seconds) * BATCHES_A_SECOND));
    theirs.push(await round(stand, rival, Math.ceil(seconds) * BATCHES_A_SECOND));
    const [a, b] = [ours.at(-1)?.rps ?? 0, theirs.at(-1)?.rps ?? 0];
    console.error(`intake ${n + 1}/${rounds}: ${a.toFixed(1)} | ${b.toFixed(1)} batches a second`);
  }
  return [ours, theirs];
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

function finding([ours, theirs]: [Round[], Round[]]): Finding {
  const rps = (rounds: Round[]) => median(rounds.map((each) => each.rps));
  const ratio = rps(ours) / rps(theirs);
  const aSecond = rps(ours) * TRAININGS;
  return {
    name: 'intake',
    title: `trainings.record, ${TRAININGS} evaluations, one endpoint`,
    sides: { product: middle(ours), rival: middle(theirs) },
    ratio,
    required: `>= ${AT_LEAST.toFixed(2)}`,
    passed: ratio >= AT_LEAST && aSecond >= EVALUATIONS_A_SECOND,
    notes: [
      `${aSecond.toFixed(0)} evaluations a second (at least ${EVALUATIONS_A_SECOND} required), against ${(rps(theirs) * TRAININGS).toFixed(0)}.`,
    ],
  };
}
