import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HOUR_MS } from '../../shared/durations.ts';
import type { Reader, UnreadAnswers } from '../../shared/unread-answers.ts';
import { LeastRate } from './least-rate.ts';

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
  { unread, reader }: { unread: UnreadAnswers; reader: Reader },
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
