import { randomUUID } from 'node:crypto';
import {
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import type { Logger } from '../shared/process/log.ts';
import { ownRelease } from '../shared/process/own-release.ts';
import { traceIdOf } from '../shared/secrets/request-id.ts';
import { BoundedExporter, MOST_WAITING } from './bounded-exporter.ts';
import type { Kind, SpanStart, Tracer } from './span.ts';
import type { SpanCounts } from './start-tracing.ts';

type Settings = NonNullable<Config['tracing']>;
type Deps = { counts: SpanCounts; log: Logger };

/** How long the sink may take for a batch, with all repeats. */
const EXPORT_MS = 5_000;
const EVERY_MS = 1_000;

/**
 * Opens a tracer on the libraries of OpenTelemetry. It registers nothing: only our own spans exist. Hooks of the loader
 * would record what they find, such as addresses and texts of statements.
 */
export function openTracer(
  settings: Settings,
  deps: Deps,
): { tracer: Tracer; close(): Promise<void> } {
  const { url, headers, serviceName, resource, outgoing } = settings;
  const ids = new Ids();
  const root = rootSampler(settings);
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_MS });
  const bounded = new BoundedExporter(exporter, deps);
  const batches = new BatchSpanProcessor({
    exporter: bounded,
    maxQueueSize: MOST_WAITING,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: EXPORT_MS * 2,
  });
  const provider = new TracerProvider({
    sampler: settings.followsParent ? new ParentBasedSampler({ root }) : root,
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.instance.id': randomUUID(),
      'service.version': ownRelease,
      ...resource,
      'service.name': serviceName,
    }),
    spanProcessors: [bounded.before(batches)],
  });
  const own = provider.getTracer('team-api', ownRelease);
  const start = (begun: SpanStart, parent: Span | undefined, links: SpanContext[] = []) =>
    own.startSpan(
      begun.name,
      { ...optionsOf(begun), links: links.map((context) => ({ context })) },
      parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
  const isSampled = (traceId: string) =>
    root.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  const tracer: Tracer = {
    sends: outgoing,
    start,
    startRequest(begun, requestId, traceparent) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
      const ownIds = idsOf(requestId);
      // Most requests: the library takes longer to make a span that records nothing.
      if (!parent && !isSampled(ownIds.traceId)) {
        return { span: remote({ ...ownIds, traceFlags: TraceFlags.NONE }), isTaken: false };
      }
      const open = () => start(begun, parent ? remote(parent) : undefined);
      return { span: ids.during(requestId, open), isTaken: parent !== null };
    },
    continueRequest(begun, requestId) {
      const { traceId, spanId } = idsOf(requestId);
      const traceFlags = isSampled(traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE;
      return start(begun, remote({ traceId, spanId, traceFlags }));
    },
    linkRequest(requestId, span) {
      const events: SpanStart = { name: 'events', kind: 'producer' };
      ids.during(requestId, () => start(events, undefined, [span.spanContext()])).end();
    },
  };
  return { tracer, close: () => provider.shutdown() };
}

const remote = (context: SpanContext) => trace.wrapSpanContext({ ...context, isRemote: true });

const kinds: Record<NonNullable<Kind>, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

function optionsOf({ kind, attributes = {}, startedAt }: SpanStart): SpanOptions {
  return {
    kind: kind ? kinds[kind] : SpanKind.INTERNAL,
    attributes,
    ...(startedAt === undefined ? {} : { startTime: startedAt }),
  };
}

function rootSampler({ sampler, ratio }: Settings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
  }
}

/** The ids of a request's trace and of its span in it. */
function idsOf(requestId: string): { traceId: string; spanId: string } {
  const traceId = traceIdOf(requestId);
  return { traceId, spanId: traceId.slice(16) };
}

/** Makes random ids, or the ids of a request. */
class Ids implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #own: ReturnType<typeof idsOf> | undefined;

  readonly generateSpanId = () => this.#own?.spanId ?? this.#random.generateSpanId();
  readonly generateTraceId = () => this.#own?.traceId ?? this.#random.generateTraceId();

  /** Runs what starts one span, with the ids of the request. */
  during(requestId: string, start: () => Span): Span {
    this.#own = idsOf(requestId);
    try {
      return start();
    } finally {
      this.#own = undefined;
    }
  }
}
