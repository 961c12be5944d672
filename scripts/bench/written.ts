import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from './database.ts';
import type { Round } from './drive.ts';

/** PostgreSQL's processes tell their counts at the latest after so long. */
const COUNTED_AFTER_MS = 11_000;

/** What PostgreSQL has written for a request. */
export type Written = { walBytes: number; fsyncs: number };

async function countsOf(url: string): Promise<Written> {
  await sleep(COUNTED_AFTER_MS);
  const [row] = await rowsOf<{ wal: string; fsyncs: string }>(
    url,
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
       (select sum(fsyncs) from pg_stat_io where object = 'wal') as fsyncs`,
  );
  return { walBytes: Number(row?.wal), fsyncs: Number(row?.fsyncs) };
}

async function setWholePages(url: string, value: 'on' | 'off'): Promise<void> {
  await rowsOf(url, `alter system set full_page_writes = ${value}`);
  await rowsOf(url, 'select pg_reload_conf()');
}

/**
 * The WAL and the fsyncs of a request, from a round of its own. Whole pages are left out: how many there are depends on
 * when the last checkpoint was.
 */
export async function countWritten(url: string, round: () => Promise<Round>): Promise<Written> {
  await setWholePages(url, 'off');
  try {
    return await count(url, round);
  } finally {
    await setWholePages(url, 'on');
  }
}

async function count(url: string, round: () => Promise<Round>): Promise<Written> {
  const before = await countsOf(url);
  const { requests } = await round();
  const after = await countsOf(url);
  return {
    walBytes: (after.walBytes - before.walBytes) / requests,
    fsyncs: (after.fsyncs - before.fsyncs) / requests,
  };
}
