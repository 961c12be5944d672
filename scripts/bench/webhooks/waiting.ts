import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { percentiles, type Round, roundOf } from '../drive.ts';
import { countCpu, residentMiB } from '../proc.ts';
import type { Finding } from '../report.ts';
import { startApi } from '../server-process.ts';
import { startChild } from './child.ts';
import { loadKeys } from './feed.ts';
import type { Raised, RaiserRequest } from './raiser-process.ts';
import type { ReaderRequest, Taken } from './reader-process.ts';
import type { Site } from './site.ts';

const [P50_MS, P99_MS] = [50, 250];
const SECONDS = 20;
/** The calls that wait settle for so long. */
const SETTLE_MS = 5_000;

/** A hundred teams with a reader each, and then ten thousand readers in one process. */
export async function measureWaiting(site: Site): Promise<Finding[]> {
  const share = site.quick ? 0.1 : 1;
  return [
    await measureReaders(site, { teams: 100, each: 1, perSecond: 100 }),
    await measureReaders(site, { teams: 1_000 * share, each: 10, perSecond: 10 }),
  ];
}

type Readers = { teams: number; each: number; perSecond: number };

/** Measures the time from the end of a commit to the answer of each call that waits for its event. */
async function measureReaders(site: Site, { teams, each, perSecond }: Readers): Promise<Finding> {
  const { url: databaseUrl, cluster } = site;
  const keys = await loadKeys(site, { teams, keys: each });
  const tenants = [...new Set(keys.map(({ tenant_id }) => tenant_id))];
  const api = await startApi({ name: 'waiting', databaseUrl, dir: cluster.dir });
  const readers = await startChild('reader-process.ts');
  const raiser = await startChild('raiser-process.ts', { DATABASE_URL: databaseUrl });
  const raise = async (seconds: number): Promise<number[]> => {
    const raised = await raiser.ask<Raised>({
      tenants,
      perSecond,
      seconds,
    } satisfies RaiserRequest);
    const count = raised.size * each;
    const request: ReaderRequest = { do: 'take', count, limitMs: 10_000 };
    const taken = await readers.ask<Taken[]>(request);
    if (taken.length !== count) throw new Error(`${taken.length} events came, not ${count}`);
    return taken.map(({ member_id, at }) => at - (raised.get(member_id) ?? Number.NaN));
  };
  try {
    await sleep(SETTLE_MS);
    const few = residentMiB(api.pid);
    const feed = { url: `${api.url}${BASE_PATH}/events`, keys: keys.map(({ key }) => key) };
    await readers.ask({ do: 'begin', ...feed } satisfies ReaderRequest);
    await sleep(SETTLE_MS);
    const many = residentMiB(api.pid);
    await raise(3);
    const [cpu, startedAt] = [countCpu(api.pid, cluster.postmaster), performance.now()];
    const times = await raise(site.quick ? SECONDS / 4 : SECONDS);
    const measured = roundOf(times.length, performance.now() - startedAt, cpu());
    const round: Round = { ...measured, ...percentiles(times) };
    return {
      name: 'waiting',
      title: `commit to ${keys.length} waiting calls, ${each} a team`,
      sides: { api: round },
      required: `p50 <= ${P50_MS} ms, p99 <= ${P99_MS} ms`,
      passed: round.p50 <= P50_MS && round.p99 <= P99_MS,
      notes: [`The process: ${few.toFixed(0)} MiB before the calls, ${many.toFixed(0)} with them.`],
    };
  } finally {
    await raiser.stop();
    await readers.stop();
    await api.stop();
  }
}
