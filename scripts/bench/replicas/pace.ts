import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CannonRequest } from 'autocannon';
import { percentiles, type Round } from '../drive.ts';
import { cpuMs, cpuMsOfChildren } from '../proc.ts';
import type { ServerProcess } from '../server-process.ts';

export type PacedRound = Round & {
  /** The most requests that were under way at once. */
  mostAtOnce: number;
  /** The CPU time that all PostgreSQL processes of the primary use in a second. */
  postgresCpuMsASecond: number;
};

type Pace = { rate: number; seconds: number; settleSeconds?: number };

/**
 * Sends a request after each interval, even if the one before is not answered. So each kind of request arrives at the
 * same rate and is admitted alone. Under full load, faster answers would mean more requests, and more requests for each
 * statement of the admission. At a rate of 0 no request is sent.
 */
export async function pace(
  server: ServerProcess,
  requests: CannonRequest[],
  postmaster: number,
  { rate, seconds, settleSeconds = 1 }: Pace,
): Promise<PacedRound> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const cpu = () => ({
    server: cpuMs(server.pid) ?? 0,
    postgres: cpuMsOfChildren(postmaster) ?? 0,
  });
  const begin = performance.now();
  const measuredFrom = begin + settleSeconds * 1_000;
  const until = measuredFrom + seconds * 1_000;
  const times: number[] = [];
  let [before, underWay, mostAtOnce] = [cpu(), 0, 0];
  let isMeasured = false;
  const all: Promise<void>[] = [];
  const sendOne = async (request: CannonRequest, counts: boolean): Promise<void> => {
    underWay += 1;
    if (counts) mostAtOnce = Math.max(mostAtOnce, underWay);
    const asked = performance.now();
    const status = await ask(agent, server.url, request);
    underWay -= 1;
    if (status < 200 || status > 299) throw new Error(`${server.name}: ${status}`);
    if (counts) times.push(performance.now() - asked);
  };
  for (let n = 0; ; n += 1) {
    const at = begin + (rate === 0 ? n * 100 : (n * 1_000) / rate);
    if (at >= until) break;
    await sleep(Math.max(0, at - performance.now()));
    if (!isMeasured && at >= measuredFrom) [isMeasured, before] = [true, cpu()];
    const request = requests[n % requests.length];
    if (rate > 0 && request) all.push(sendOne(request, isMeasured));
  }
  await Promise.all(all);
  await sleep(Math.max(0, until - performance.now()));
  const after = cpu();
  agent.destroy();
  const spent = after.postgres - before.postgres;
  return {
    rps: rate,
    ...(times.length > 0 ? percentiles(times) : { p50: Number.NaN, p99: Number.NaN }),
    requests: times.length,
    serverCpuMs: (after.server - before.server) / times.length,
    postgresCpuMs: spent / times.length,
    mostAtOnce,
    postgresCpuMsASecond: spent / seconds,
  };
}

async function ask(agent: http.Agent, url: string, request: CannonRequest): Promise<number> {
  const { method, path, headers, body } = request;
  const asked = http.request(new URL(path, url), { agent, method, headers });
  const answered = once(asked, 'response') as Promise<[http.IncomingMessage]>;
  asked.end(body);
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}
