import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span, SpanContext } from '@opentelemetry/api';
import { statementStart } from './statement-start.ts';

/** What kind of work a span is, by OpenTelemetry's words. Undefined: work inside this process. */
export type Kind = 'server' | 'client' | 'producer' | 'consumer' | undefined;

export type SpanStart = {
  name: string;
  kind?: Kind;
  attributes?: Attributes;
  /** By `performance.now()`. Undefined: now. */
  startedAt?: number;
};

/** What the libraries of OpenTelemetry do (`start-tracing.ts`). This file imports none of them. */
export type Tracer = {
  /** True if requests to receivers and CRMs carry the trace (TRACE_OUTGOING). */
  sends: boolean;
  start(start: SpanStart, parent: Span | undefined): Span;
  /**
   * Begins the span of a request. Its ids follow from the id of the request. `isTaken`: the caller has named another
   * trace.
   */
  startRequest(
    start: SpanStart,
    requestId: string,
    traceparent: string | undefined,
  ): { span: Span; isTaken: boolean };
  /** Begins a span of another process that belongs to the trace of the request. */
  continueRequest(start: SpanStart, requestId: string): Span;
  /** Notes in the trace of the request itself where its span is. */
  linkRequest(requestId: string, span: Span): void;
};

/** The span to which what runs now belongs. */
type Running = {
  span: Span;
  /** A request whose span is in a trace that a proxy or the product has begun. */
  taken?: { requestId: string; hasRaised: boolean } | undefined;
};

let tracer: Tracer | undefined;
const running = new AsyncLocalStorage<Running | undefined>();

/** Called once the libraries are loaded, and without a tracer when the process ends. */
export function traceWith(loaded: Tracer | undefined): void {
  tracer = loaded;
}

/** The id of the trace to which what runs now belongs, for the log. Undefined without tracing. */
export function traceId(): string | undefined {
  return tracer && running.getStore()?.span.spanContext().traceId;
}

/** The header for a request to a server of somebody else. Empty, unless TRACE_OUTGOING says so. */
export function outgoingTrace(): Record<string, string> {
  const context = tracer?.sends ? running.getStore()?.span.spanContext() : undefined;
  return context ? { traceparent: traceparentOf(context) } : {};
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

type ArrivedRequest = {
  requestId: string;
  /** By `performance.now()`. */
  startedAt: number;
  /** The header of a caller who may say to which trace the request belongs. */
  traceparent: string | undefined;
};

/** Runs the answering of a request in a span. `endRequest` ends it. */
export function inRequest<T>(
  { requestId, startedAt, traceparent }: ArrivedRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const start: SpanStart = { name: 'request', kind: 'server', startedAt };
  const { span, isTaken } = tracer.startRequest(start, requestId, traceparent);
  return running.run({ span, taken: isTaken ? { requestId, hasRaised: false } : undefined }, work);
}

type RequestEnd = { name: string; attributes: Attributes; hasFailed: boolean };

/** Ends the span of the request. It has the values of the log line. */
export function endRequest(end: () => RequestEnd): void {
  const { span, taken } = (tracer && running.getStore()) ?? {};
  if (!span?.isRecording()) return;
  const { name, attributes, hasFailed } = end();
  span.updateName(name).setAttributes(attributes);
  if (hasFailed) span.setStatus({ code: ERROR });
  span.end(performance.now());
  if (taken?.hasRaised) tracer?.linkRequest(taken.requestId, span);
}

/** `SpanStatusCode.ERROR`. */
const ERROR = 2;

/** Notes that the request has raised an event, whose deliveries other processes trace. */
export function noteRaised(): void {
  const taken = tracer && running.getStore()?.taken;
  if (taken) taken.hasRaised = true;
}

/**
 * Runs work in a span of its own, if it belongs to a span that is recorded. Otherwise this is a plain call. No
 * attribute has what the log may not have: no body, name, address or key.
 */
export function span<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = tracer && running.getStore();
  if (!(tracer && parent?.span.isRecording())) return work();
  return during({ ...parent, span: tracer.start(start, parent.span) }, work);
}

/** Runs work that no request has asked for: a job, or a synchronization. It begins a trace. */
export function rootSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  return tracer ? during({ span: tracer.start(start, undefined) }, work) : work();
}

/** Runs work in the trace of the request that was its cause, in another process and perhaps days later. */
export function spanOfRequest<T>(
  start: SpanStart,
  requestId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || requestId === null) return rootSpan(start, work);
  return during({ span: tracer.continueRequest(start, requestId) }, work);
}

async function during<T>(now: Running, work: () => Promise<T>): Promise<T> {
  const { span: own } = now;
  try {
    return await running.run(now, work);
  } catch (error) {
    if (own.isRecording()) own.setStatus({ code: ERROR }).setAttribute('error.type', typeOf(error));
    throw error;
  } finally {
    own.end();
  }
}

/** Adds to the span that runs now. */
export function note(attributes: Attributes, hasFailed = false): void {
  const own = tracer && running.getStore()?.span;
  if (!own?.isRecording()) return;
  own.setAttributes(attributes);
  if (hasFailed) own.setStatus({ code: ERROR });
}

/** The code of an error, or its class. Its message may quote a value. */
function typeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return /^\w{1,40}$/.test(code) ? code : error.constructor.name;
}

/** Begins the span of a statement. Returns what ends it, or undefined if it is not recorded. */
export function statementSpan(text: string): ((error: unknown) => void) | undefined {
  const parent = tracer && running.getStore()?.span;
  if (!(tracer && parent?.isRecording())) return undefined;
  const own = tracer.start(statementStart(text), parent);
  return (error) => {
    if (error) own.setStatus({ code: ERROR }).setAttribute('error.type', typeOf(error));
    own.end();
  };
}

/** Runs work that several requests share, such as one statement for all of them: it belongs to none of their spans. */
export function ofNoSpan<T>(work: () => T): T {
  return tracer ? running.run(undefined, work) : work();
}

export type InSpan = <T>(work: () => T) => T;
const plain: InSpan = (work) => work();

/** Keeps the present span for work that other code will start. */
export function keepSpan(): InSpan {
  const kept = tracer && running.getStore();
  return kept ? (work) => running.run(kept, work) : plain;
}
