import type { ServerResponse } from 'node:http';
import { type Reader, tooManyBytes, type UnreadAnswers } from '../shared/unread-answers.ts';

/** What the queries of one request answer together. One answer alone may be larger. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** The bytes of what one request of the app answers, until its client has read them. */
export class AnswerBytes {
  readonly #unread: UnreadAnswers;
  readonly #res: ServerResponse;
  #reader: Reader = {};
  #bytes = 0;

  constructor(unread: UnreadAnswers, res: ServerResponse) {
    this.#unread = unread;
    this.#res = res;
    res.once('close', () => unread.release(this.#reader, this.#bytes));
  }

  /** A sign-in in the same request changes nothing: what is held is released from who holds it. */
  readBy(reader: Reader): void {
    if (this.#bytes === 0) this.#reader = reader;
  }

  /** Called before a procedure reads anything. */
  requireRoom(): void {
    this.#unread.requireRoom(this.#reader);
  }

  /** Throws if an answer is too much beside those that the request has. A change is always told. */
  add(bytes: number, type: 'query' | 'mutation'): void {
    const isTooMuch = this.#bytes > 0 && this.#bytes + bytes > MAX_BATCH_BYTES;
    if (isTooMuch && type === 'query') {
      throw tooManyBytes('the answers of a batch are too large together');
    }
    if (this.#res.closed) return;
    this.#bytes += bytes;
    this.#unread.hold(this.#reader, bytes);
  }
}
