import { exec } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Seen, startLoad } from '../failover/load.ts';
import { areReady, eventually } from '../failover/outcome.ts';
import { reportOutcome } from '../report-outcome.ts';
import { lookAfter } from './kept.ts';
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
