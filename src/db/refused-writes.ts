import { Counter } from 'prom-client';
import { codeOf } from '../shared/errors/system-error-code.ts';

/** Why PostgreSQL still reads, and no longer writes, by its SQLSTATE. */
const reasons = new Map([
  ['53100', 'disk_full'],
  ['25006', 'read_only'],
]);
/**
 * A process writes at least every five seconds (ProcessRow), and a full disk does not refuse each write. For the same
 * reason no probe writes.
 */
const RECENT_MS = 60_000;

const refused = new Counter({
  name: 'database_refused_writes_total',
  help: 'Statements that PostgreSQL has refused because it cannot write, by the reason.',
  labelNames: ['reason'],
});
for (const reason of reasons.values()) refused.inc({ reason }, 0);

let last: { reason: string; at: number } | undefined;

/** True if PostgreSQL has refused a statement because it cannot write. */
export const isRefusedWrite = (error: unknown): boolean => reasons.has(codeOf(error));

/** Waits for a write without which the request can be answered too. It fails in a database that cannot be written. */
export async function unlessRefused(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isRefusedWrite(error)) throw error;
  }
}

/** Counts an error of PostgreSQL if it says that the database cannot be written. */
export function noteRefusedWrite(sqlState: string | undefined): void {
  const reason = reasons.get(sqlState ?? '');
  if (!reason) return;
  refused.inc({ reason });
  last = { reason, at: performance.now() };
}

/** Why the last minute's writes were refused. Undefined if none was. */
export function whyWritesAreRefused(): string | undefined {
  return last && performance.now() - last.at < RECENT_MS ? last.reason : undefined;
}
