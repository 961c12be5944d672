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
import { type Site, startWorkerProcess } from './site.ts';

const SECONDS = 20;
/** The calls that wait settle for so long. */
const SETTLE_MS = 5_000;

/** A hundred teams with a reader each, ten thousand readers in one process, and readers of both feeds in one and in four. */
export async function measureWaiting(site: Site): Promise<Finding[]> {
  const share = site.quick ? 0.1 : 1;
  const ofEvents = { feeds: ['events'], processes: 1, mostMs: [50, 250] } as const;
  const ofBoth = { feeds: ['events', 'changes'], each: 5 } as const;
  return [
    await measureReaders(site, { ...ofEvents, teams: 100, each: 1, perSecond: 100 }),
    await measureReaders(site, { ...ofEvents, teams: 1_000 * share, each: 10, perSecond: 10 }),
    await measureReaders(site, {
      ...ofBoth,
      ...{ processes: 1, teams: 100, perSecond: 10, mostMs: [null, 250] },
    }),
    await measureReaders(site, {
      ...ofBoth,
      ...{ processes: 4, teams: 1_000 * share, perSecond: 10, mostMs: [null, 500] },
    }),
  ];
}

type Readers = {
  teams: number;
  /** Keys of a team. Each has a call that waits in each feed. */
  each: number;
  perSecond: number;
  feeds: readonly ('events' | 'changes')[];
  processes: number;
  /** The bounds of p50 and p99. */
  mostMs: readonly [number | null, number];
};

/** Measures the time from the end of a commit to the answer of each call that waits for it. */
async function measureReaders(site: Site, readers: Readers): Promise<Finding> {
  const { teams, each, perSecond, feeds, processes } = readers;
  const [p50Ms, p99Ms] = readers.mostMs;
  const { url: databaseUrl, cluster } = site;
  const keys = await loadKeys(site, { teams, keys: each });
  const tenants = [...new Set(keys.map(({ tenant_id }) => tenant_id))];
  const place = { databaseUrl, dir: cluster.dir };
  const apis = await Promise.all(
    Array.from({ length: processes }, (_, n) => startApi({ ...place, name: `waiting-${n}` })),
  );
  const worker = await startWorkerProcess(cluster, databaseUrl);
  const programs = await startChild('reader-process.ts');
  const raiser = await startChild('raiser-process.ts', { DATABASE_URL: databaseUrl });
  const calls = keys.length * feeds.length;
  const raise = async (seconds: number): Promise<number[]> => {
    const inserts = feeds.includes('changes');
    const request = { tenants, perSecond, seconds, inserts } satisfies RaiserRequest;
    const raised = await raiser.ask<Raised>(request);
    const count = raised.size * each * feeds.length;
    const take: ReaderRequest = { do: 'take', count, limitMs: 10_000 };
    const taken = await programs.ask<Taken[]>(take);
    if (taken.length !== count) throw new Error(`${taken.length} came, not ${count}`);
    return taken.map(({ member_id, at }) => at - (raised.get(member_id) ?? Number.NaN));
  };
  const resident = () => apis.reduce((sum, { pid }) => sum + residentMiB(pid), 0);
  try {
    await sleep(SETTLE_MS);
    const few = resident();
    for (const feed of feeds) {
      const path = feed === 'events' ? '/events' : '/changes';
      for (const [n, { url }] of apis.entries()) {
        const some = keys.filter((_, k) => k % processes === n).map(({ key }) => key);
        const begin = { do: 'begin', url: `${url}${BASE_PATH}${path}`, keys: some } as const;
        await programs.ask(begin satisfies ReaderRequest);
      }
    }
    await sleep(SETTLE_MS);
    const many = resident();
    await raise(3);
    const [cpu, startedAt] = [countCpu(apis[0]?.pid ?? 0, cluster.postmaster), performance.now()];
    const times = await raise(site.quick ? SECONDS / 4 : SECONDS);
    const measured = roundOf(times.length, performance.now() - startedAt, cpu());
    const round: Round = { ...measured, ...percentiles(times) };
    const kib = ((many - few) * 1024) / calls;
    return {
      name: 'waiting',
      title: `commit to ${calls} waiting calls of ${feeds.join(' and ')}, ${processes} process${processes > 1 ? 'es' : ''}`,
      sides: { api: round },
      required: `${p50Ms === null ? '' : `p50 <= ${p50Ms} ms, `}p99 <= ${p99Ms} ms`,
      passed: round.p50 <= (p50Ms ?? Number.POSITIVE_INFINITY) && round.p99 <= p99Ms,
      notes: [
        `${few.toFixed(0)} MiB before the calls, ${many.toFixed(0)} with them: ${kib.toFixed(1)} KiB a call.`,
      ],
    };
  } finally {
    await raiser.stop();
    await programs.stop();
    await worker.stop();
    for (const api of apis) await api.stop();
  }
}
