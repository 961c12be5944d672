import type { TLSSocket } from 'node:tls';
import { Client, type Dispatcher } from 'undici';

const IDLE_MS = 30_000;
/** So that a name that has moved is followed. */
const MOST_AGE_MS = 60_000;
/**
 * Of an answer a few kilobytes are wanted. Interim answers, chunk extensions and empty lines may be
 * endless without telling us anything, and would keep a core busy up to the deadline.
 */
const MOST_ANSWER_BYTES = 256 * 1024;

class ConnectionGone extends Error {
  readonly code = 'ECONNRESET';
}

class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * One socket to one origin, and undici's client that speaks HTTP over it. Not a pool of undici: its
 * requests do not say whether their socket was used before, and it looks for a free one in a row.
 */
export class Connection {
  readonly origin: string;
  readonly #socket: TLSSocket;
  readonly #client: Client;
  readonly #openedAt = performance.now();
  #uses = 0;
  #mostRead = 0;

  constructor(origin: string, socket: TLSSocket) {
    this.origin = origin;
    this.#socket = socket;
    let isTaken = false;
    this.#client = new Client(origin, {
      connect: (_, callback) => {
        // A client whose socket has closed would like another: that is for us to decide.
        const gone = isTaken ? new ConnectionGone() : null;
        isTaken = true;
        // Later, since the client does not hear what is said while it asks.
        queueMicrotask(() => {
          if (gone) return callback(gone, null);
          callback(null, socket);
          this.#boundAnswers();
        });
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MOST_AGE_MS,
      // One deadline spans the exchange; these would be two more timers.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get isReused(): boolean {
    return this.#uses > 1;
  }

  get isUsable(): boolean {
    const isOpen = !this.#socket.destroyed && this.#socket.writable;
    return isOpen && performance.now() - this.#openedAt < MOST_AGE_MS;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#uses += 1;
    this.#mostRead = this.#socket.bytesRead + MOST_ANSWER_BYTES;
    this.#client.dispatch(request, handler);
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  /** After the client has begun to listen, so that it has read what there is before it is judged. */
  #boundAnswers(): void {
    const socket = this.#socket;
    socket.on('readable', () => {
      if (socket.bytesRead > this.#mostRead) socket.destroy(new AnswerTooLong());
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
