import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BenchCluster, filledDatabase } from './database.ts';
import { alternately, drive, freshWindows, MORE_ROUNDS } from './drive.ts';
import { atMost, type Finding } from './report.ts';
import { type ServerProcess, startApi } from './server-process.ts';
import { works } from './works.ts';

const SAMPLE = '0.05';
const DEARER_AT_MOST = 1.1;
const WARM_UP_SECONDS = 3;
const COUNTS = { teams: 500, keys: 2, members: 1, trainings: 0, assignments: 0, deals: 0 };

/** The CPU time of `GET /me` in a process that sends traces, against one without a collector. */
export async function measureTracing(
  cluster: BenchCluster,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Finding> {
  const database = await filledDatabase(cluster, 'tracing', COUNTS);
  const requests = (await works.find(({ name }) => name === 'me')?.requests(database)) ?? [];
  const collector = await startCollector();
  const place = { databaseUrl: database.url, dir: cluster.dir };
  const traced = await startApi({ ...place, name: 'traced', env: settingsOf(collector.url) });
  const plain = await startApi({ ...place, name: 'plain' });
  try {
    const round = async (server: ServerProcess, length = seconds) => {
      await freshWindows(database.url);
      return drive(server, requests, cluster.postmaster, { seconds: length });
    };
    for (const server of [traced, plain]) await round(server, WARM_UP_SECONDS);
    const { ours, theirs } = await alternately('tracing', rounds * MORE_ROUNDS, [
      () => round(traced),
      () => round(plain),
    ]);
    if (collector.taken() === 0) throw new Error('No trace reached the collector');
    return {
      name: 'tracing',
      title: 'GET /me with 5 % of traces, without',
      sides: { traced: ours, plain: theirs },
      ...atMost(ours.serverCpuMs / theirs.serverCpuMs, DEARER_AT_MOST),
    };
  } finally {
    await Promise.all([traced.stop(), plain.stop()]);
    collector.close();
  }
}

const settingsOf = (collector: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: SAMPLE,
});

/** Takes everything, and reads nothing of it. */
async function startCollector() {
  let bodies = 0;
  const server = createServer((req, res) => {
    bodies += 1;
    res.setHeader('content-type', 'application/json');
    req.resume().once('end', () => res.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => bodies,
    close: () => server.close(),
  };
}
