import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fill, type LoadedKey, runCommand } from '../../bench/database.ts';
import { type ServerProcess, startApi, startWorker } from '../../bench/server-process.ts';
import { insertEndpoints } from '../../bench/webhooks/rows.ts';
import { receiverSettings } from '../../receiver-tls/own-receiver.ts';
import { startLoad } from './load.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { PostgresPair } from './pair.ts';
import { type DrillReceiver, startDrillReceiver } from './receiver.ts';

/** How the primary is lost. */
type Loss = 'killed' | 'frozen' | 'stopped';

export type Drill = {
  loss: Loss;
  isSynchronous: boolean;
  /** How long after the loss the replica is promoted. */
  promotedAfterMs: number;
  /** The former primary comes back as a primary, because nobody has fenced it. */
  comesBack?: boolean;
  /** A folder that PostgreSQL's user can enter. */
  folder: string;
  /** How long the load runs before the loss and after the promotion. */
  calmMs?: number;
};

const CALM_MS = 2_000;

/** One failover under load, with two APIs and a worker. No process is restarted. */
export async function drill(options: Drill): Promise<Outcome> {
  const { folder, isSynchronous } = options;
  let keys: LoadedKey[] = [];
  const receiver = await startDrillReceiver();
  const pair = await PostgresPair.start({
    folder,
    isSynchronous,
    fill: async (url) => {
      keys = await fillTeams(url, { folder, receiver });
    },
  });
  try {
    const processes = await startProcesses(pair.url, folder);
    try {
      return await lose(pair, { options, processes, keys, receiver });
    } finally {
      await Promise.all(processes.map((one) => one.stop()));
    }
  } finally {
    await pair.close();
    receiver.close();
  }
}

async function fillTeams(
  url: string,
  { folder, receiver }: { folder: string; receiver: DrillReceiver },
): Promise<LoadedKey[]> {
  const file = path.join(folder, 'keys.jsonl');
  await rm(file, { force: true });
  const counts = { teams: 4, keys: 25, members: 5, trainings: 0, assignments: 0, deals: 0 };
  const { keys } = await fill(url, file, counts);
  const sql = new pg.Client(url);
  await sql.connect();
  const tenants = [...new Set(keys.map((key) => key.tenant_id))];
  const events = ['assignment.created'];
  await insertEndpoints(sql, receiver.url, { tenants, each: 1, events });
  await sql.end();
  return keys;
}

/** Two APIs and a worker. */
export async function startProcesses(url: string, folder: string): Promise<ServerProcess[]> {
  const env = { ...receiverSettings, NODE_COMPILE_CACHE: path.join(folder, 'compiled') };
  const place = { databaseUrl: url, dir: folder, env };
  return Promise.all([
    startApi({ ...place, name: 'api-1' }),
    startApi({ ...place, name: 'api-2' }),
    startWorker({ ...place, name: 'worker' }),
  ]);
}

type Stage = {
  options: Drill;
  processes: ServerProcess[];
  keys: LoadedKey[];
  receiver: DrillReceiver;
};

async function lose(pair: PostgresPair, stage: Stage): Promise<Outcome> {
  const { options, processes, keys, receiver } = stage;
  const [one, two] = processes.map(({ url }) => url);
  const calm = () => sleep(options.calmMs ?? CALM_MS);
  const load = startLoad([one ?? '', two ?? ''], keys);
  await calm();
  const lostAt = performance.now();
  await lostBy[options.loss](pair);
  await sleep(options.promotedAfterMs);
  const promotingAt = performance.now();
  await pair.promote();
  const promotedAt = performance.now();
  await calm();
  const former = options.comesBack ? await comeBack(pair, options.loss) : undefined;
  if (options.comesBack) await calm();
  await load.stop();
  const outcome = await outcomeOf({
    seen: load.seen,
    times: { lostAt, promotingAt, promotedAt },
    announced: receiver.announced,
    url: pair.replicaUrl,
    processes,
    commandLine: () => commandLineWorks(pair.url),
  });
  await former?.stop();
  return outcome;
}

const lostBy: Record<Loss, (pair: PostgresPair) => Promise<void>> = {
  killed: (pair) => pair.kill(),
  frozen: (pair) => pair.freeze(),
  stopped: (pair) => pair.stopPrimary(),
};

async function comeBack(pair: PostgresPair, loss: Loss): Promise<{ stop(): Promise<void> }> {
  if (loss !== 'frozen') return pair.startFormerPrimary();
  pair.thaw();
  return { stop: async () => undefined };
}

/** Whether a command that starts now finds the primary. */
function commandLineWorks(url: string): Promise<boolean> {
  return runCommand(url, ['mail', 'list']).then(
    () => true,
    () => false,
  );
}
