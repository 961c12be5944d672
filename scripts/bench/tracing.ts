import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BenchCluster, filledDatabase } from './database.ts';
import { alternately, drive, freshWindows, MORE_ROUNDS } from './drive.ts';
import { atMost, type Finding } from './report.ts';
import { startApi } from './server-process.ts';
import { works } from './works.ts';

const SAMPLE = '0.05';
const DEARER_AT_MOST = 1.1;
const WARM_UP_SECONDS = 3;
const COUNTS = { teams: 500, keys: 2, members: 1, trainings: 0, assignments: 0, deals: 0 };

/**
 * The CPU time of `GET /me` in a process that sends traces, against one without a collector. Two processes of the same
 * code differ by a fifth for as long as they live, so each round starts new ones.
 */
export async function measureTracing(
  cluster: BenchCluster,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Finding> {
  const database = await filledDatabase(cluster, 'tracing', COUNTS);
  const requests = (await works.find(({ name }) => name === 'me')?.requests(database)) ?? [];
  const collector = await startCollector();
  const round = async (name: string, env: Record<string, string>) => {
    const server = await startApi({ name, databaseUrl: database.url, dir: cluster.dir, env });
    try {
      const part = async (length: number) => {
        await freshWindows(database.url);
        return drive(server, requests, cluster.postmaster, { seconds: length });
      };
      await part(WARM_UP_SECONDS);
      return await part(seconds);
    } finally {
      await server.stop();
    }
  };
  try {
    const { ours, theirs } = await alternately('tracing', rounds * MORE_ROUNDS, [
      () => round('traced', settingsOf(collector.url)),
      () => round('plain', {}),
    ]);
    if (collector.taken() === 0) throw new Error('No trace reached the collector');
    return {
      name: 'tracing',
      title: 'GET /me with 5 % of traces, without',
      sides: { traced: ours, plain: theirs },
      ...atMost(ours.serverCpuMs / theirs.serverCpuMs, DEARER_AT_MOST),
    };
  } finally {
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
