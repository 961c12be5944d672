import { exec } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Load, type Seen, startLoad } from '../failover/load.ts';
import { reportOutcome } from '../report-outcome.ts';
import { eventually, isReady, type Kept, lookAfter } from './kept.ts';
import { nodesOfTeams, type Site } from './site.ts';

/** Commands of the caller that kill a server and start it again. */
export type Commands = { kill: string; start: string };

// Clients continue while a command runs.
const run = promisify(exec);

const CALM_MS = 2_000;
const AWAY_MS = 5_000;

const apisOf = ({ processes }: Site): string[] => processes.slice(0, 2).map(({ url }) => url);

const isGood = ({ lost, double, half, untold }: Kept): boolean =>
  lost + double + half + untold === 0;

function tell(name: string, good: boolean, facts: object, wrong: string[]): void {
  const kinds = new Map<string, number>();
  for (const each of wrong) {
    const kind = each.replaceAll(/[0-9a-z]{20,}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 240);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const problems = [...kinds].map(([kind, n]) => `  ${n} × ${kind}`).join('\n');
  reportOutcome(
    good && wrong.length === 0 ? 'good' : 'FAILED',
    `${name}: ${JSON.stringify(facts)}`,
    problems,
  );
}

/** Kills the coordinator under load. The product's processes are not restarted. */
export async function killCoordinator(
  site: Site,
  { kill, start }: Commands,
  rounds: number,
): Promise<void> {
  const all: Seen[] = [];
  const back: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const load = startLoad(apisOf(site), site.keys);
    await sleep(600 + (round % 10) * 70);
    await run(kill);
    await run(start);
    const started = performance.now();
    const before = load.seen.writes.length;
    await eventually(() => load.seen.writes.length > before);
    back.push(Math.round(performance.now() - started));
    await sleep(CALM_MS / 4);
    await load.stop();
    all.push(load.seen);
  }
  const kept = await lookAfter(site, all);
  const answered = all.reduce((sum, { writes }) => sum + writes.length, 0);
  const refused = all.reduce((sum, { refusals }) => sum + refusals, 0);
  const facts = { answered, ...kept, '503': refused, 'first write after ms': Math.max(...back) };
  const wrong = all.flatMap((seen) => [...seen.wrong, ...seen.missed.map(() => 'GET: 404')]);
  tell(`${rounds} kills of the coordinator`, isGood(kept) && (await isReady(site)), facts, wrong);
}

/** Loses a node under load, and starts it again. */
export async function loseNode(site: Site, node: string, { kill, start }: Commands): Promise<void> {
  const nodes = await nodesOfTeams(site);
  const keysOn = (isLost: boolean) =>
    site.keys.filter((key) => (nodes.get(key.tenant_id) === node) === isLost);
  const [there, elsewhere] = [keysOn(true), keysOn(false)];
  if (there.length === 0 || elsewhere.length === 0) throw new Error(`No team is on ${node}`);
  const [lost, others] = [startLoad(apisOf(site), there), startLoad(apisOf(site), elsewhere)];
  await sleep(CALM_MS);
  // The connections are open now, and their statements are prepared.
  const warm = others.seen.writes.length;
  await sleep(CALM_MS);
  const calm = [lost, others].map(({ seen }) => seen.refusals + seen.wrong.length);
  const rate = (others.seen.writes.length - warm) / CALM_MS;
  await run(kill);
  const begun = performance.now();
  const written = others.seen.writes.length;
  await sleep(AWAY_MS);
  const rateAway = (others.seen.writes.length - written) / (performance.now() - begun);
  const whileAway = lost.seen.writes.filter(({ at }) => at > begun + 500).length;
  const ready = await Promise.all(
    site.processes.map(async ({ url }) => (await fetch(`${url}/readyz`)).status),
  );
  await run(start);
  const backMs = await untilWrites(lost);
  await sleep(CALM_MS);
  await Promise.all([lost.stop(), others.stop()]);
  const kept = await lookAfter(site, [lost.seen, others.seen]);
  const facts = {
    ...kept,
    '503 there': lost.seen.refusals,
    '503 elsewhere': others.seen.refusals,
    'slowest there': Math.round(lost.seen.slowest),
    'slowest elsewhere': Math.round(others.seen.slowest),
    'writes there while away': whileAway,
    'writes elsewhere, share of before': Math.round((rateAway / rate) * 100) / 100,
    'readyz while away': ready,
    'first write there after ms': backMs,
    'refused before': calm,
  };
  const wrong = [...lost.seen.wrong, ...others.seen.wrong];
  tell(`${node} lost and back`, isGood(kept) && (await isReady(site)), facts, wrong);
}

async function untilWrites({ seen }: Load): Promise<number> {
  const [started, before] = [performance.now(), seen.writes.length];
  await eventually(() => seen.writes.length > before);
  return Math.round(performance.now() - started);
}

/** Moves the shards of a team to another node under load. */
export async function moveShard(site: Site): Promise<void> {
  const [team = '', from = ''] = [...(await nodesOfTeams(site))][0] ?? [];
  const [to] = await site.rows<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node
     where shouldhaveshards and nodename || ':' || nodeport <> $1`,
    [from],
  );
  if (!to) throw new Error('There is no other node');
  const load = startLoad(apisOf(site), site.keys);
  await sleep(CALM_MS);
  const begun = performance.now();
  const refusedBefore = load.seen.refusals;
  const failure = await site
    .rows(
      `select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, $2, $3, 'force_logical')
       from citus_shards s where s.shardid = get_shard_id_for_distribution_column('member', $1::text)`,
      [team, to.host, to.port],
    )
    .then(() => '', String);
  const ms = Math.round(performance.now() - begun);
  await sleep(CALM_MS);
  await load.stop();
  const kept = await lookAfter(site, [load.seen]);
  const node = (await nodesOfTeams(site)).get(team);
  const facts = {
    ...kept,
    'took ms': ms,
    '503': load.seen.refusals - refusedBefore,
    'slowest ms': Math.round(load.seen.slowest),
    from,
    to: node,
  };
  const good = failure === '' && node === `${to.host}:${to.port}` && isGood(kept);
  const wrong = [...load.seen.wrong, ...(failure ? [failure] : [])];
  tell('a shard moved', good && load.seen.refusals === refusedBefore, facts, wrong);
}
