import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { Config } from '../config.ts';
import type { Logger } from '../shared/process/log.ts';
import { traceWith } from './span.ts';

/** Why a span never reached the sink. `overload`: too many waited. `refused`: the sink did not take them. */
const dropReasons = ['overload', 'refused'] as const;

const sent = new Counter({
  name: 'trace_spans_sent_total',
  help: 'Spans that the sink of OTEL_EXPORTER_OTLP_ENDPOINT has taken.',
});
const dropped = new Counter({
  name: 'trace_spans_dropped_total',
  help: 'Spans that were dropped, by the reason.',
  labelNames: ['reason'],
});
for (const reason of dropReasons) dropped.inc({ reason }, 0);

export type SpanCounts = {
  sent(spans: number): void;
  dropped(reason: (typeof dropReasons)[number], spans: number): void;
};
const counts: SpanCounts = {
  sent: (spans) => sent.inc(spans),
  dropped: (reason, spans) => dropped.inc({ reason }, spans),
};

/** The time that a process that ends gives the sink. What the sink has not taken by then is lost. */
const STOP_MS = 1_000;

/**
 * Starts tracing, if the operator has named a sink. The libraries are loaded only then, and before the process is
 * ready. Returns what ends it.
 */
export async function startTracing(
  tracing: Config['tracing'],
  log: Logger,
): Promise<() => Promise<void>> {
  if (!tracing) return async () => undefined;
  const { openTracer } = await import('./open-tracer.ts');
  const { tracer, close } = openTracer(tracing, { counts, log });
  traceWith(tracer);
  return async () => {
    traceWith(undefined);
    const late = new AbortController();
    await Promise.race([
      close().catch(() => undefined),
      sleep(STOP_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  };
}
