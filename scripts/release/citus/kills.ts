import { exec } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Seen, startLoad } from '../failover/load.ts';
import { areReady, eventually } from '../failover/outcome.ts';
import { reportOutcome } from '../report-outcome.ts';
import type { Site } from './site.ts';

/** Commands of the caller that kill the coordinator and start it again. */
export type Commands = { kill: string; start: string };

// Clients continue while a command runs.
const run = promisify(exec);

const CALM_MS = 500;

/** Kills the coordinator under load. The product's processes are not restarted. */
export async function killCoordinator(
  site: Site,
  { kill, start }: Commands,
  rounds: number,
): Promise<void> {
  const apis = site.processes.slice(0, 2).map(({ url }) => url);
  const all: Seen[] = [];
  const back: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const load = startLoad(apis, site.keys);
    await sleep(600 + (round % 10) * 70);
    await run(kill);
    await run(start);
    const started = performance.now();
    const before = load.seen.writes.length;
    await eventually(() => load.seen.writes.length > before);
    back.push(Math.round(performance.now() - started));
    await sleep(CALM_MS);
    await load.stop();
    all.push(load.seen);
  }
  const kept = await lookAfter(site, all);
  const answered = all.reduce((sum, { writes }) => sum + writes.length, 0);
  const refused = all.reduce((sum, { refusals }) => sum + refusals, 0);
  const facts = { answered, ...kept, '503': refused, 'first write after ms': Math.max(...back) };
  const wrong = all.flatMap((seen) => [...seen.wrong, ...seen.missed.map(() => 'GET: 404')]);
  const isGood = kept.lost + kept.double + kept.half + kept.unsent + wrong.length === 0;
  reportOutcome(
    isGood && (await areReady(site.processes)) ? 'good' : 'FAILED',
    `${rounds} kills of the coordinator: ${JSON.stringify(facts)}`,
    listed(wrong),
  );
}

/** Each kind of wrong answer, with its number. */
function listed(wrong: string[]): string {
  const kinds = new Map<string, number>();
  for (const each of wrong) {
    const kind = each.replaceAll(/[0-9a-z]{20,}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 240);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([kind, n]) => `  ${n} × ${kind}`).join('\n');
}

/** What became of the clients' writes. All numbers but `kept` must be zero. */
type Kept = {
  kept: number;
  /** Writes that were answered but are missing. */
  lost: number;
  /** Writes that exist twice. */
  double: number;
  /** Changes of a team without their event or stored response on the coordinator, and the reverse. */
  half: number;
  /** Writes whose event the receiver did not get. */
  unsent: number;
};

/** Compares the answers that clients got with everything that exists, from earlier loads too. */
async function lookAfter(site: Site, seen: readonly Seen[]): Promise<Kept> {
  await eventually(async () => (await preparedOnNodes(site)) === 0);
  const rows = await site.rows<{ id: string; title: string }>('select id, title from assignment');
  const events = await site.rows<{ id: string }>(
    `select body::json -> 'data' ->> 'assignment_id' as id from webhook_event
     where type = 'assignment.created'`,
  );
  const answers = await site.rows<{ id: string }>(
    `select substring(location from 'asg_[a-z0-9]+') as id from idempotency_record where status = 201`,
  );
  const kept = new Set(rows.map(({ id }) => id));
  const allAnnounced = () => [...kept].every((id) => site.receiver.announced.has(id));
  await eventually(allAnnounced);
  const apart = [events, answers].map(
    (others) => kept.symmetricDifference(new Set(others.map(({ id }) => id))).size,
  );
  return {
    kept: kept.size,
    lost: seen.flatMap(({ writes }) => writes).filter(({ id }) => !kept.has(id)).length,
    double: rows.length - new Set(rows.map(({ title }) => title)).size,
    half: apart.reduce((sum, n) => sum + n, 0),
    unsent: [...kept].filter((id) => !site.receiver.announced.has(id)).length,
  };
}

async function preparedOnNodes({ rows }: Site): Promise<number> {
  const all = await rows<{ n: string }>(
    `select result as n from run_command_on_workers(
       'select count(*) from pg_prepared_xacts where database = current_database()')`,
  );
  return all.reduce((sum, { n }) => sum + Number(n), 0);
}
