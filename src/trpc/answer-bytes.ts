import type { ServerResponse } from 'node:http';
import type { Holder } from '../shared/load/held-bytes.ts';
import { tooManyBytes, type UnreadAnswers } from '../shared/load/unread-answers.ts';

/** The most bytes that all queries of one request may answer. A single answer may be larger. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Counts the bytes of the answers to one request of the app, until the client has read them. */
export class AnswerBytes {
  readonly #unread: UnreadAnswers;
  readonly #res: ServerResponse;
  #reader: Holder = {};
  #bytes = 0;

  constructor(unread: UnreadAnswers, res: ServerResponse) {
    this.#unread = unread;
    this.#res = res;
    res.once('close', () => unread.release(this.#reader, this.#bytes));
  }

  /**
   * Sets the reader of the answers. A sign-in in the same request does not change the reader: the bytes are
   * released for the reader for whom they were counted.
   */
  readBy(reader: Holder): void {
    if (this.#bytes === 0) this.#reader = reader;
  }

  /** Throws if the reader has too many unread bytes. Called before a procedure reads anything. */
  requireRoom(): void {
    this.#unread.requireRoom(this.#reader);
  }

  /**
   * Throws if an answer is too large beside the others of the request. The answer of a change is
   * always sent.
   */
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
