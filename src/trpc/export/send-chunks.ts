import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Holder } from '../../shared/load/held-bytes.ts';
import type { UnreadAnswers } from '../../shared/load/unread-answers.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';

/** The longest that an export may take, however fast its reader reads. */
const LONGEST_MS = HOUR_MS;
const SLICE_BYTES = 16 * 1024;

/**
 * Sends a file as fast as its reader takes it. Rejects if the file could not be sent to its end.
 * The first piece is made before the answer begins: if that fails, the answer can still be an error.
 */
export async function sendChunks(
  chunks: AsyncGenerator<string>,
  res: ServerResponse,
  { unread, reader }: { unread: UnreadAnswers; reader: Holder },
): Promise<void> {
  const first = await chunks.next();
  const rate = new LeastRate();
  let held = 0;
  async function* slices(): AsyncGenerator<Buffer> {
    for (let piece = first; !piece.done; piece = await chunks.next()) {
      const bytes = Buffer.from(piece.value);
      unread.release(reader, held);
      held = bytes.length;
      unread.hold(reader, held);
      for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
        const slice = bytes.subarray(start, start + SLICE_BYTES);
        rate.sent(slice.length);
        yield slice;
        rate.taken();
      }
    }
    rate.sent(0);
  }
  const signal = AbortSignal.any([rate.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    await pipeline(Readable.from(slices(), { highWaterMark: 1 }), res, { signal });
  } finally {
    rate.taken();
    unread.release(reader, held);
    await chunks.return(undefined);
  }
}

/** A slower reader is ended. Any connection on which a page of the app opens is faster than this. */
const BYTES_PER_MS = 32;
const WINDOW_MS = 60_000;

/**
 * Ends an export whose reader takes less than 32 KB a second over a minute. Only the time in which bytes wait
 * for the reader counts. Each byte that the reader takes gives its share of the minute back.
 */
export class LeastRate {
  readonly #controller = new AbortController();
  #leftMs = WINDOW_MS;
  #bytes = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Called when `bytes` begin to wait for the reader. */
  sent(bytes: number): void {
    this.#bytes = bytes;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#leftMs);
  }

  /** Called when the reader has taken the bytes, or has gone. */
  taken(): void {
    clearTimeout(this.#timer);
    const waited = performance.now() - this.#since;
    this.#leftMs = Math.min(WINDOW_MS, this.#leftMs - waited + this.#bytes / BYTES_PER_MS);
  }
}
