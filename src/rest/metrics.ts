import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { ownRelease } from '../shared/process/own-release.ts';
import { standardOutput } from '../shared/process/standard-output.ts';
import { DOCUMENT_NAME } from './base-path.ts';
import { codesByStatus } from './documented-codes.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './routes.ts';

collectDefaultMetrics();
// The values of several processes are not averaged: an average would hide a slow process behind idle ones.
for (const metric of register.getMetricsAsArray()) {
  if (metric.aggregator === 'average') metric.aggregator = 'max';
}

new Gauge({
  name: 'build_info',
  help: '1, with the release that runs.',
  labelNames: ['version'],
  aggregator: 'max',
}).set({ version: ownRelease }, 1);

const requests = new Counter({
  name: 'api_requests_total',
  help: 'Requests by operation, method and status.',
  labelNames: ['route', 'method', 'status'],
});

const durations = new Histogram({
  name: 'api_request_duration_seconds',
  help: 'From the headers read to the answer written.',
  labelNames: ['route', 'method'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
});

/** The methods that become a label. A client may send any other text as the method. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);
/** The label of a request that was refused before its operation was known. */
const NO_ROUTE = 'none';
const statusesWithoutRoute = [204, 400, 401, 403, 404, 405, 429, 500, 503];
const statusesOfDocument = [200, 304, 405, 429, 500, 503];
/** A body that breaks off, or comes too slowly. The document does not list them. */
const statusesOfBody = [400, 408];

/**
 * Makes the series of all requests, at 0. Prometheus sees no increase in a series that begins at 1, so an
 * alert would miss the first case. The same holds for every other series. So the values of a label are a closed list in
 * the code, and a label never holds what a client sends.
 */
export function beginRequestsAtZero(routes: readonly Route[]): void {
  const begin = (route: string, method: string, statuses: Iterable<number>) => {
    for (const status of statuses) requests.inc({ route, method, status }, 0);
    durations.zero({ route, method });
  };
  for (const method of [...methods, 'other']) {
    begin(NO_ROUTE, method, statusesWithoutRoute);
    begin(DOCUMENT_NAME, method, method === 'OPTIONS' ? [204, 500, 503] : statusesOfDocument);
  }
  for (const { template, method, meta } of routes) {
    const statuses = [meta.status, ...codesByStatus(meta).keys()];
    if (method !== 'GET') begin(template, method, [...statuses, ...statusesOfBody]);
    else for (const read of ['GET', 'HEAD']) begin(template, read, statuses);
  }
}

export function methodLabel(method: string, other: string): string {
  return methods.has(method) ? method : other;
}

/** How long the request has taken, without the time that it has waited for an event. */
export function tookMs({ startedAt, waitedMs }: Exchange): number {
  return performance.now() - startedAt - waitedMs;
}

export function countRequest(exchange: Exchange, status: number): void {
  const route = exchange.route ?? NO_ROUTE;
  const method = methodLabel(exchange.method, 'other');
  requests.inc({ route, method, status });
  durations.observe({ route, method }, tookMs(exchange) / 1000);
}

const droppedLines = new Counter({
  name: 'api_request_log_lines_dropped_total',
  help: 'Requests without a line in the request log of their team, by the reason.',
  labelNames: ['reason'],
});
const dropReasons = ['overload', 'flood', 'refused'] as const;
for (const reason of dropReasons) droppedLines.inc({ reason }, 0);

export function countDroppedLines(reason: (typeof dropReasons)[number], lines: number): void {
  droppedLines.inc({ reason }, lines);
}

new Counter({
  name: 'log_lines_dropped_total',
  help: 'Log lines that standard output did not take.',
  collect() {
    this.reset();
    this.inc(standardOutput.dropped);
  },
});

export function watchPool(pool: pg.Pool): void {
  if (register.getSingleMetric('database_pool_connections')) return;
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process by state; waiting counts requests without one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
