import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from '../shared/process/log.ts';
import type { SpanCounts } from './start-tracing.ts';

/** So many spans wait for the sink, about 4 MB. Further ones are dropped. */
export const MOST_WAITING = 2_048;

/** Those of `ExportResultCode`. */
const SUCCESS = 0;
const FAILED = 1;
/** Longer than the library itself waits for a silent sink. */
const LIMIT_MS = 15_000;

type Deps = { counts: SpanCounts; log: Logger };
type Done = Parameters<SpanExporter['export']>[1];

/**
 * Counts what the sink takes and what is dropped: the library drops without saying so. Spans in a request to the sink
 * count as waiting, so that a sink that hangs bounds them too.
 */
export class BoundedExporter implements SpanExporter {
  readonly #sink: SpanExporter;
  readonly #deps: Deps;
  #waiting = 0;
  #fails = false;

  constructor(sink: SpanExporter, deps: Deps) {
    this.#sink = sink;
    this.#deps = deps;
  }

  /** Passes on the spans for which there is room. */
  before(next: SpanProcessor): SpanProcessor {
    return {
      onStart: (span: Span, parent: Context) => next.onStart(span, parent),
      onEnd: (span: ReadableSpan) => {
        if (this.#waiting >= MOST_WAITING) {
          this.#deps.counts.dropped('overload', 1);
          return;
        }
        this.#waiting += 1;
        next.onEnd(span);
      },
      forceFlush: () => next.forceFlush(),
      shutdown: () => next.shutdown(),
    };
  }

  export(spans: ReadableSpan[], done: Done): void {
    let isOver = false;
    const end = (result: Parameters<Done>[0]): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#waiting -= spans.length;
      this.#count(spans.length, result);
      done(result);
    };
    // The library waits for ever for a sink that goes on answering byte by byte.
    const timer = setTimeout(() => end({ code: FAILED, error: new Error('no end') }), LIMIT_MS);
    timer.unref();
    this.#sink.export(spans, end);
  }

  shutdown(): Promise<void> {
    return this.#sink.shutdown();
  }

  /** Says once that the sink takes nothing, and once that it takes spans again. */
  #count(spans: number, { code, error: err }: Parameters<Done>[0]): void {
    const { counts, log } = this.#deps;
    const fails = code !== SUCCESS;
    if (fails) counts.dropped('refused', spans);
    else counts.sent(spans);
    if (fails && !this.#fails) log.warn({ err }, 'spans could not be sent and are dropped');
    if (!fails && this.#fails) log.info('spans are sent again');
    this.#fails = fails;
  }
}
