import type { ServerResponse } from 'node:http';
import { ApiError } from '../errors/errors.ts';
import { HeldBytes, type Holder } from './held-bytes.ts';
import { Overload } from './overload.ts';

const MIB = 1024 * 1024;
/** The size from which an answer is counted. Smaller answers fit into the buffers of a connection. */
const LARGE_BYTES = 64 * 1024;
export const OF_PROCESS = 256 * MIB;
export const OF_EACH = { person: 16 * MIB, team: 64 * MIB };

/**
 * Counts the bytes of answers that nobody has read yet. These bytes wait in our memory, and a page may have
 * two megabytes. A person with more than 16 MiB of them, and a team with more than 64 MiB, gets 503, so that
 * others are not affected. When all together have 256 MiB, everybody with an unread answer gets 503.
 */
export class UnreadAnswers extends HeldBytes {
  constructor() {
    super(OF_EACH);
  }

  /** Throws if the reader has to read other answers first. */
  requireRoom(reader: Holder): void {
    const held = this.heldBy(reader, 'person') + this.heldBy(reader, 'team');
    if (this.fullPart(reader) || (this.all > OF_PROCESS && held > 0)) {
      throw tooManyBytes('the answers that were asked for are not read');
    }
  }

  /** Counts the answer until its connection has sent it or was closed. */
  add(reader: Holder, bytes: number, res: ServerResponse): void {
    if (res.closed || fitsIntoBuffers(bytes, res)) return;
    this.hold(reader, bytes);
    res.once('close', () => this.release(reader, bytes));
  }
}

/**
 * True for an answer that needs no memory of ours. Even a small answer does if another answer of its
 * connection waits before it.
 */
function fitsIntoBuffers(bytes: number, { socket }: ServerResponse): boolean {
  return bytes < LARGE_BYTES && socket !== null && socket.writableLength === 0;
}

/** The refusal of an answer that would take more memory than the client may use. */
export function tooManyBytes(why: string): ApiError {
  return new ApiError('unavailable', { cause: new Overload('unread_answers', why) });
}
