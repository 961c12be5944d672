import { Counter, Gauge, Histogram } from 'prom-client';
import { attemptErrors } from '../../egress/attempt-error.ts';

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts by their outcome: ok, or the error.',
  labelNames: ['outcome'],
});
const unsent = ['worker_lost', 'secret_unreadable'];
for (const outcome of ['ok', ...attemptErrors, ...unsent]) attempts.inc({ outcome }, 0);
// The label is looked up once here, because looking it up costs more than counting.
const succeeded = attempts.labels('ok');
const lostLeases = new Counter({
  name: 'webhook_lost_leases_total',
  help: 'Deliveries that a worker took over because another had not finished them in time.',
});
const fencedWrites = new Counter({
  name: 'webhook_fenced_writes_total',
  help: 'Results that were not written, because another worker holds the delivery by now or it is gone.',
});
const blockedTargets = new Counter({
  name: 'webhook_blocked_targets_total',
  help: 'Attempts that were not made, because the host resolved to an address that is not allowed.',
});
const paused = new Counter({
  name: 'webhook_endpoints_paused_total',
  help: 'Endpoints paused after failing for too long.',
});

// A retry may have waited for hours. The buckets below a minute show whether there is a problem.
const delays = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];
// Every delivery is observed three times, so `labels()` is called once here and not each time.
const commitToAttempt = new Histogram({
  name: 'webhook_commit_to_attempt_seconds',
  help: 'Time from the event to the start of the first attempt.',
  buckets: delays,
}).labels();
const dueToStart = new Histogram({
  name: 'webhook_due_to_start_seconds',
  help: 'Time from when an attempt is due to its start, retries included.',
  buckets: delays,
}).labels();
const attemptDuration = new Histogram({
  name: 'webhook_attempt_duration_seconds',
  help: 'How long receivers take, up to the time limit.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
}).labels();
const sweepDuration = new Histogram({
  name: 'webhook_sweep_duration_seconds',
  help: 'How long a sweep takes to find the due deliveries.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});
const oldestDue = new Gauge({
  name: 'webhook_oldest_due_seconds',
  help: 'How long the oldest due delivery had waited at the last sweep; 0 when none was due.',
  aggregator: 'max',
});

type InFlight = { readonly inFlight: number; readonly queued: number };
let watched: InFlight | undefined;

new Gauge({
  name: 'webhook_in_flight',
  help: 'Deliveries that the worker has claimed and that are not answered yet.',
  collect() {
    this.set(watched?.inFlight ?? 0);
  },
});
new Gauge({
  name: 'webhook_parked_endpoints',
  help: 'Endpoints with due deliveries that wait for capacity, or for a host that has never answered 2xx.',
  collect() {
    this.set(watched?.queued ?? 0);
  },
});

/** Makes the gauges read this loop at each scrape. A process has one delivery loop. */
export function watchDeliveryLoop(loop: InFlight): void {
  watched = loop;
}

export function countAttempt({ error, ms }: { error: string | null; ms: number | null }): void {
  if (error === null) succeeded.inc();
  else attempts.inc({ outcome: error });
  if (error === 'target_blocked') blockedTargets.inc();
  if (ms !== null) attemptDuration.observe(ms / 1000);
}

export function countStart({
  isFirst,
  sinceDueMs,
}: {
  isFirst: boolean;
  sinceDueMs: number;
}): void {
  if (isFirst) commitToAttempt.observe(seconds(sinceDueMs));
  dueToStart.observe(seconds(sinceDueMs));
}

export function countLostLease(): void {
  lostLeases.inc();
}

export function countFencedWrite(): void {
  fencedWrites.inc();
}

export function countPausedEndpoints(count: number): void {
  paused.inc(count);
}

export function observeSweep(sweep: { seconds: number; oldestMs: number }): void {
  sweepDuration.observe(sweep.seconds);
  oldestDue.set(seconds(sweep.oldestMs));
}

/**
 * A wait in seconds, at least 0. The difference may be negative if two clocks differ, or if one was
 * set back.
 */
function seconds(ms: number): number {
  return Math.max(0, ms) / 1000;
}
