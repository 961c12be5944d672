import type { KeyObject } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { currentTime } from '../../../db/current-time.ts';
import { asSystem } from '../../../operation/system-call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { readKept } from '../../../shared/kept-text.ts';
import type { Logger } from '../../../shared/log.ts';
import { goOn, type Left } from './go-on.ts';

type Options = {
  dataDir: string;
  /** The demo team. */
  tenantId: string;
  secretKey: KeyObject;
  pool: pg.Pool;
  log: Logger;
};

const INTERVAL_MS = 20_000;
/** The first step begins so long ago: each page has something of today, and of the day before to compare. */
const FIRST_MS = 2 * DAY_MS;
/** A server that was off for longer leaves a gap. */
const MOST_MS = 7 * DAY_MS;

type Kept = { tenant_id: string; until: string; endpoint_id: string | null };

const fileOf = (dataDir: string) => path.join(dataDir, 'demo-traffic.json');

/**
 * Lets the demo team go on: every few seconds it writes what has happened there since the step before.
 * A file in DATA_DIR tells how far it has come. A crash before the file is written repeats one step.
 */
export function startGoingOn(options: Options): { stop(): Promise<void> } {
  let waiting: Left['waiting'] = [];
  let running: Promise<void> | undefined;
  const tick = (): void => {
    running ??= step(options, waiting)
      .then((still) => {
        waiting = still;
      })
      .catch((err: unknown) => {
        options.log.warn({ err }, 'the demo team could not go on');
      })
      .finally(() => {
        running = undefined;
      });
  };
  tick();
  const timer = setInterval(tick, INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function step(
  { dataDir, tenantId, secretKey, pool }: Options,
  waiting: Left['waiting'],
): Promise<Left['waiting']> {
  const file = fileOf(dataDir);
  const kept = JSON.parse(readKept(file) ?? '{}') as Partial<Kept>;
  const isOfTeam = kept.tenant_id === tenantId;
  const now = await currentTime(pool);
  const before = isOfTeam && kept.until ? Date.parse(kept.until) : now.getTime() - FIRST_MS;
  const since = new Date(Math.max(before, now.getTime() - MOST_MS));
  if (since >= now) return waiting;
  const left = { endpointId: (isOfTeam ? kept.endpoint_id : null) ?? null, waiting };
  const period = { since, until: now };
  const after = await asSystem(pool, tenantId, now, (call) =>
    goOn(call, { period, left, secretKey }),
  );
  const done: Kept = {
    tenant_id: tenantId,
    until: now.toISOString(),
    endpoint_id: after.endpointId,
  };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(done)}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return after.waiting;
}
