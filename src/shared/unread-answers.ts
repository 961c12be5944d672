import type { ServerResponse } from 'node:http';
import { ApiError } from './errors.ts';
import { Overload } from './overload.ts';
import { RenewedMap } from './renewed-map.ts';
import type { ShareHolder } from './share-holder.ts';

const MIB = 1024 * 1024;
/** The size from which an answer is counted. Smaller answers fit into the buffers of a connection. */
const LARGE_BYTES = 64 * 1024;
const MAX_BYTES = { person: 16 * MIB, team: 64 * MIB, process: 256 * MIB };

/** The person and the team that get an answer. */
export type Reader = { person?: string | undefined; team?: ShareHolder | undefined };

/**
 * Counts the bytes of answers that nobody has read yet. These bytes wait in our memory, and a page may have
 * two megabytes. A person with more than 16 MiB of them, and a team with more than 64 MiB, gets 503, so that
 * others are not affected. When all together have 256 MiB, everybody with an unread answer gets 503.
 */
export class UnreadAnswers {
  readonly #bytes = new RenewedMap<string, number>();
  #all = 0;

  /** Throws if the reader has to read other answers first. */
  requireRoom(reader: Reader): void {
    const person = this.#of('person', reader.person);
    const team = this.#of('team', reader.team);
    if (person <= MAX_BYTES.person && team <= MAX_BYTES.team) {
      if (this.#all <= MAX_BYTES.process || person + team === 0) return;
    }
    throw tooManyBytes('the answers that were asked for are not read');
  }

  /** Counts the answer until its connection has sent it or was closed. */
  add(reader: Reader, bytes: number, res: ServerResponse): void {
    if (res.closed || fitsIntoBuffers(bytes, res)) return;
    this.hold(reader, bytes);
    res.once('close', () => this.release(reader, bytes));
  }

  hold(reader: Reader, bytes: number): void {
    this.#all += bytes;
    this.#count('person', reader.person, bytes);
    this.#count('team', reader.team, bytes);
  }

  release(reader: Reader, bytes: number): void {
    this.hold(reader, -bytes);
  }

  #of(kind: 'person' | 'team', id: string | undefined): number {
    return id === undefined ? 0 : (this.#bytes.get(`${kind} ${id}`) ?? 0);
  }

  #count(kind: 'person' | 'team', id: string | undefined, more: number): void {
    if (id === undefined) return;
    const bytes = this.#of(kind, id) + more;
    if (bytes > 0) this.#bytes.set(`${kind} ${id}`, bytes);
    else this.#bytes.delete(`${kind} ${id}`);
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
