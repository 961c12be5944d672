import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { standardOutput } from '../shared/standard-output.ts';
import type { Exchange } from './exchange.ts';

collectDefaultMetrics();
// The values of several processes are not averaged: an average would hide a slow process behind idle ones.
for (const metric of register.getMetricsAsArray()) {
  if (metric.aggregator === 'average') metric.aggregator = 'max';
}

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

export function countRequest(exchange: Exchange, status: number): void {
  const route = exchange.route ?? 'none';
  const method = methods.has(exchange.method) ? exchange.method : 'other';
  requests.inc({ route, method, status });
  durations.observe({ route, method }, (performance.now() - exchange.startedAt) / 1000);
}

const droppedLines = new Counter({
  name: 'api_request_log_lines_dropped_total',
  help: 'Requests without a line in the request log of their team, by the reason.',
  labelNames: ['reason'],
});

export function countDroppedLines(reason: 'overload' | 'flood' | 'refused', lines: number): void {
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
