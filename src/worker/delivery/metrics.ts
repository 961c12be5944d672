import { Counter, Gauge, Histogram } from 'prom-client';

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts by what came of them: ok, or the error.',
  labelNames: ['outcome'],
});
const lostLeases = new Counter({
  name: 'webhook_lost_leases_total',
  help: 'Deliveries taken over from a worker that has not finished them in time.',
});
const fencedWrites = new Counter({
  name: 'webhook_fenced_writes_total',
  help: 'Results that were not written, since the delivery is gone or somebody else has it by now.',
});
const blockedTargets = new Counter({
  name: 'webhook_blocked_targets_total',
  help: 'Attempts that were not made, since the name led to an address that is no target.',
});
const paused = new Counter({
  name: 'webhook_endpoints_paused_total',
  help: 'Endpoints paused after failing for too long.',
});

// A retry may have waited for the whole schedule; what counts is seen within seconds.
const delays = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];
// Each delivery is counted by these three: `labels()`, of which they have none, is looked up once.
const commitToAttempt = new Histogram({
  name: 'webhook_commit_to_attempt_seconds',
  help: 'From the event to the start of the first attempt.',
  buckets: delays,
}).labels();
const dueToStart = new Histogram({
  name: 'webhook_due_to_start_seconds',
  help: 'From the time an attempt is due to its start, retries included.',
  buckets: delays,
}).labels();
const attemptDuration = new Histogram({
  name: 'webhook_attempt_duration_seconds',
  help: 'How long receivers take, up to the time limit.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
}).labels();
const sweepDuration = new Histogram({
  name: 'webhook_sweep_duration_seconds',
  help: 'How long it takes to find what is due.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});
const oldestDue = new Gauge({
  name: 'webhook_oldest_due_seconds',
  help: 'How long the oldest due delivery had waited at the last sweep; 0 when none was due.',
  aggregator: 'max',
});

type Dispatching = { readonly inFlight: number; readonly parked: number };
let watched: Dispatching | undefined;

new Gauge({
  name: 'webhook_in_flight',
  help: 'Deliveries that were taken: being sent, or about to be.',
  collect() {
    this.set(watched?.inFlight ?? 0);
  },
});
new Gauge({
  name: 'webhook_parked_endpoints',
  help: 'Endpoints with due deliveries that wait for room.',
  collect() {
    this.set(watched?.parked ?? 0);
  },
});

/** The gauges look at it when they are asked; a process has one. */
export function watchDispatcher(dispatching: Dispatching): void {
  watched = dispatching;
}

export function countAttempt({ error, ms }: { error: string | null; ms: number | null }): void {
  attempts.inc({ outcome: error ?? 'ok' });
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

/** Two clocks may differ, or one was set back: a wait is never less than nothing. */
function seconds(ms: number): number {
  return Math.max(0, ms) / 1000;
}
