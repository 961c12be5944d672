import type { KeyObject } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../../db/current-time.ts';
import { asSystem, systemSteps } from '../../../operation/system-call.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';
import { every } from '../../../shared/every.ts';
import { readKept } from '../../../shared/kept-text.ts';
import type { Logger } from '../../../shared/log.ts';
import { type StepState, writeTraffic } from './write-traffic.ts';

type Options = {
  dataDir: string;
  /** The demo team. */
  tenantId: string;
  /** When the first start made it. */
  madeAt: Date;
  secretKey: KeyObject;
  pool: pg.Pool;
  log: Logger;
  intervalMs?: number;
};

/** Who opens the demo sees something new within this time, and the three seconds in which the app asks. */
const INTERVAL_MS = 20_000;
/** A session notes at most each minute that it is used. */
const SEEN_MS = 1.5 * MINUTE_MS;
/** The first step covers two days, so that each page shows something of today and of the day before. */
const FIRST_MS = 2 * DAY_MS;
/** If the server was off for longer, the days before stay empty. */
const MOST_MS = 7 * DAY_MS;

/**
 * Every few seconds it writes what has happened since the step before. A file in DATA_DIR
 * tells the next process how far the data go. A crash before the file is written repeats one step.
 */
export function startTraffic(options: Options): { stop(): Promise<void> } {
  let progress = readProgress(options);
  let waiting: StepState['waiting'] = [];
  const step = async (): Promise<void> => {
    const now = await currentTime(options.pool);
    const after = await writeUntil(options, now, { progress, waiting });
    if (!after) return;
    // The next step begins here even if the file could not be written.
    progress = { until: now, endpointId: after.endpointId };
    waiting = after.waiting;
    await writeProgress(options, progress);
  };
  return every(options.intervalMs ?? INTERVAL_MS, step, {
    log: options.log,
    name: 'traffic of the demo team',
    failed: (err) => options.log.warn({ err }, 'the traffic of the demo team could not be written'),
  });
}

type Before = { progress: Progress | undefined; waiting: StepState['waiting'] };

/** Returns undefined if no time has passed. */
async function writeUntil(
  { tenantId, madeAt, secretKey, pool }: Options,
  now: Date,
  { progress, waiting }: Before,
): Promise<StepState | undefined> {
  const before = progress?.until.getTime() ?? now.getTime() - FIRST_MS;
  const since = new Date(Math.max(before, now.getTime() - MOST_MS));
  if (since >= now) return undefined;
  const state = { endpointId: progress?.endpointId ?? null, waiting };
  const period = { since, until: now };
  const isWatched = await isOpen({ tenantId, pool }, now);
  return asSystem(pool, tenantId, now, (call) =>
    writeTraffic(call, { period, state, madeAt, secretKey, isWatched }),
  );
}

/** True if somebody has the demo team open in the app. */
function isOpen({ tenantId, pool }: Pick<Options, 'tenantId' | 'pool'>, now: Date) {
  return systemSteps(pool, tenantId, now).withPeople(async ({ prisma }) => {
    const last_seen_at = { gt: new Date(now.getTime() - SEEN_MS) };
    return (
      (await prisma.session.count({ where: { active_tenant_id: tenantId, last_seen_at } })) > 0
    );
  });
}

/** Up to when the demo team's data are written. */
type Progress = { until: Date; endpointId: string | null };

const keptProgress = z.object({
  tenant_id: z.string(),
  until: z.coerce.date(),
  endpoint_id: z.string().nullable(),
});

const fileOf = (dataDir: string) => path.join(dataDir, 'demo-traffic.json');

type Place = { dataDir: string; tenantId: string; log: Logger };

/** Reads the file for this team. An unreadable file counts as missing. */
function readProgress({ dataDir, tenantId, log }: Place): Progress | undefined {
  try {
    const text = readKept(fileOf(dataDir));
    if (text === undefined) return undefined;
    const { tenant_id, until, endpoint_id } = keptProgress.parse(JSON.parse(text));
    return tenant_id === tenantId ? { until, endpointId: endpoint_id } : undefined;
  } catch (err) {
    log.warn({ err }, 'demo-traffic.json could not be read; the demo team begins anew');
    return undefined;
  }
}

/** Logs a failure instead of throwing: this process remembers its progress by itself. */
async function writeProgress(
  { dataDir, tenantId, log }: Place,
  { until, endpointId }: Progress,
): Promise<void> {
  const kept = { tenant_id: tenantId, until: until.toISOString(), endpoint_id: endpointId };
  const file = fileOf(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (err) {
    log.warn({ err }, 'demo-traffic.json could not be written; it is tried again');
  }
}
