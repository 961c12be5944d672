import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../../db/current-time.ts';
import { asSystem, systemSteps } from '../../../operation/system-call.ts';
import { keepLatest, readKept } from '../../../shared/process/kept-text.ts';
import type { Logger } from '../../../shared/process/log.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time/durations.ts';
import { every } from '../../../shared/time/every.ts';
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

/** Up to when the demo team's data are written, and the endpoint that the first step made. */
const keptProgress = z.object({
  tenant_id: z.string(),
  until: z.coerce.date(),
  endpoint_id: z.string().nullable(),
});

/**
 * Every few seconds it writes what has happened since the step before. A file in DATA_DIR
 * tells the next process how far the data go. A crash before the file is written repeats one step.
 */
export function startTraffic(options: Options): { stop(): Promise<void> } {
  const { dataDir, tenantId: tenant_id, madeAt, secretKey, pool, log } = options;
  const file = path.join(dataDir, 'demo-traffic.json');
  let progress = readProgress(file, options);
  let waiting: StepState['waiting'] = [];
  const step = async (): Promise<void> => {
    const now = await currentTime(pool);
    const before = progress?.until.getTime() ?? now.getTime() - FIRST_MS;
    const since = new Date(Math.max(before, now.getTime() - MOST_MS));
    if (since >= now) return;
    const isWatched = await isOpen(options, now);
    const state = { endpointId: progress?.endpoint_id ?? null, waiting };
    const about = { period: { since, until: now }, state, madeAt, secretKey, isWatched };
    const after = await asSystem(pool, tenant_id, now, (call) => writeTraffic(call, about));
    // The next step begins here even if the file cannot be written: this process remembers its progress by itself.
    progress = { tenant_id, until: now, endpoint_id: after.endpointId };
    waiting = after.waiting;
    try {
      keepLatest(file, JSON.stringify(progress));
    } catch (err) {
      log.warn({ err }, 'demo-traffic.json could not be written; it is tried again');
    }
  };
  return every(options.intervalMs ?? INTERVAL_MS, step, {
    log,
    name: 'traffic of the demo team',
    failed: (err) => log.warn({ err }, 'the traffic of the demo team could not be written'),
  });
}

/** True if somebody has the demo team open in the app. */
function isOpen({ tenantId, pool }: Options, now: Date): Promise<boolean> {
  return systemSteps(pool, tenantId, now).withPeople(async ({ prisma }) => {
    const last_seen_at = { gt: new Date(now.getTime() - SEEN_MS) };
    const where = { active_tenant_id: tenantId, last_seen_at };
    return (await prisma.session.count({ where })) > 0;
  });
}

/** Reads the file for this team. An unreadable file counts as missing. */
function readProgress(file: string, { tenantId, log }: Options) {
  try {
    const text = readKept(file);
    const progress = text === undefined ? undefined : keptProgress.parse(JSON.parse(text));
    return progress?.tenant_id === tenantId ? progress : undefined;
  } catch (err) {
    log.warn({ err }, 'demo-traffic.json could not be read; the demo team begins anew');
    return undefined;
  }
}
