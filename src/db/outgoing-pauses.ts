import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../shared/process/log.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import type { Queryable } from './team-db.ts';

const LOOK_MS = 1_000;

/** Begins a pause, unless one is open. It lasts until the operator ends it, whatever the processes are told later. */
async function beginPause(db: Queryable): Promise<void> {
  await db.query(
    'insert into outgoing_pause (started_at) values (now()) on conflict (ended_at) do nothing',
  );
}

/** Ends the open pause. Returns when it began, or null if none is open. */
export async function endPause(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ started_at: Date }>(
    'update outgoing_pause set ended_at = now() where ended_at is null returning started_at',
  );
  return rows[0]?.started_at ?? null;
}

async function isPaused(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ paused: boolean }>(
    'select exists (select from outgoing_pause where ended_at is null) as paused',
  );
  return rows[0]?.paused === true;
}

type Options = { isOn: boolean; log: Logger; stopping: AbortSignal };

/**
 * Opens `outgoing` when this process may send. With OUTGOING=off it never may. After such a time a process waits for
 * the operator: it may be a copy that was started without the setting. A copy uses CRM tokens within a second, and the
 * refresh costs the original its consent. The pause is a row, so the copy has it too.
 */
export async function startOutgoing(
  db: Queryable,
  outgoing: Outgoing,
  { isOn, log, stopping }: Options,
): Promise<void> {
  if (!isOn) {
    await beginPause(db);
    log.warn('OUTGOING is off: nothing is sent to receivers, CRMs and mail servers');
    return;
  }
  if (!(await isPaused(db))) {
    outgoing.open();
    return;
  }
  log.warn(
    'OUTGOING was off: nothing is sent until you run "outgoing resume", or "disarm" on a copy',
  );
  void openAfterPause(db, outgoing, { log, stopping });
}

async function openAfterPause(
  db: Queryable,
  outgoing: Outgoing,
  { log, stopping }: Omit<Options, 'isOn'>,
): Promise<void> {
  while (!outgoing.isOpen) {
    await sleep(LOOK_MS, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    // A database that is away is asked again.
    if (await isPaused(db).catch(() => true)) continue;
    outgoing.open();
    log.info('this process sends again');
  }
}
