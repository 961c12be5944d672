import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { kill } from 'node:process';
import { type BenchCluster, filledDatabase } from './database.ts';
import { alternately, drive, freshWindows } from './drive.ts';
import { PROCESSES, renewed } from './measure.ts';
import { atMost, type Finding } from './report.ts';
import { type ServerProcess, startApi } from './server-process.ts';
import { works } from './works.ts';

const SAMPLE = '0.05';
const DEARER_AT_MOST = 1.1;
const WARM_UP_SECONDS = 5;
/** After tracing has begun or ended. */
const SWITCH_SECONDS = 1;
const COUNTS = { teams: 500, keys: 2, members: 1, trainings: 0, assignments: 0, deals: 0 };

/**
 * The CPU time of `GET /me` while the API sends traces, against the same process without a collector. Two processes of
 * the same code differ by a fifth for as long as they live, so each process is measured in both states, in turn.
 */
export async function measureTracing(
  cluster: BenchCluster,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Finding> {
  const database = await filledDatabase(cluster, 'tracing', COUNTS);
  const requests = (await works.find(({ name }) => name === 'me')?.requests(database)) ?? [];
  const collector = await startCollector();
  const part = async (server: ServerProcess, length: number) => {
    await freshWindows(database.url);
    return drive(server, requests, cluster.postmaster, { seconds: length });
  };
  const start = () =>
    startApi({
      name: 'tracing',
      databaseUrl: database.url,
      dir: cluster.dir,
      env: { ...sampling, BENCH_COLLECTOR: collector.url },
      imported: path.join(import.meta.dirname, 'tracing-switch.ts'),
    });
  // A process is measured twice a round.
  const each = Math.ceil(rounds / PROCESSES) * 2;
  const process = renewed(start, each, (server) => part(server, WARM_UP_SECONDS));
  const round = async (isTraced: boolean) => {
    const server = await process.next();
    kill(server.pid, 'SIGUSR2');
    await part(server, SWITCH_SECONDS);
    const before = collector.taken();
    const measured = await part(server, seconds);
    if (collector.taken() > before !== isTraced) throw new Error('Tracing is not as it should be');
    return measured;
  };
  try {
    const { ours, theirs, cpuRatio } = await alternately('tracing', rounds, [
      () => round(true),
      () => round(false),
    ]);
    return {
      name: 'tracing',
      title: 'GET /me with 5 % of traces, without',
      sides: { traced: ours, plain: theirs },
      ...atMost(cpuRatio, DEARER_AT_MOST),
    };
  } finally {
    await process.stop();
    collector.close();
  }
}

const sampling = {
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: SAMPLE,
};

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
