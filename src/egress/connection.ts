import type { Socket } from 'node:net';
import { Client, type Dispatcher as Undici } from 'undici';

const IDLE_MS = 30_000;
/** A connection ends after a minute, so that requests reach the new address when a host name has moved. */
const MAX_AGE_MS = 60_000;
/**
 * The most bytes of an answer that are read: an excerpt needs a few kilobytes. Interim answers, chunk
 * extensions and empty lines may be endless, and would keep a core busy until the deadline.
 */
export const MAX_ANSWER_BYTES = 256 * 1024;

class ConnectionGone extends Error {
  readonly code = 'ECONNRESET';
}

class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * One socket to one origin, with undici's client for HTTP. A pool of undici does not suffice: its
 * requests do not tell whether their socket was used before, and it searches its sockets one by
 * one.
 */
export class Connection {
  readonly origin: string;
  readonly #socket: Socket;
  readonly #client: Client;
  readonly #openedAt = performance.now();
  #uses = 0;
  #maxBytesRead = 0;

  constructor(origin: string, socket: Socket) {
    this.origin = origin;
    this.#socket = socket;
    let isTaken = false;
    this.#client = new Client(origin, {
      connect: (_, callback) => {
        // If the socket of a client has closed, undici asks for another one. But WebhookClient decides about
        // that.
        const gone = isTaken ? new ConnectionGone() : null;
        isTaken = true;
        // The callback runs later, because the client ignores an answer that it gets during this call.
        queueMicrotask(() => {
          if (gone) return callback(gone, null);
          callback(null, socket);
          this.#boundAnswers();
        });
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_AGE_MS,
      // WebhookClient has one deadline for the request. These two would be further timers.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get isReused(): boolean {
    return this.#uses > 1;
  }

  get isUsable(): boolean {
    const isOpen = !this.#socket.destroyed && this.#socket.writable;
    return isOpen && performance.now() - this.#openedAt < MAX_AGE_MS;
  }

  dispatch(request: Undici.DispatchOptions, handler: Undici.DispatchHandler): void {
    this.#uses += 1;
    this.#maxBytesRead = this.#socket.bytesRead + MAX_ANSWER_BYTES;
    this.#client.dispatch(request, handler);
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  /**
   * Limits the bytes of answers. Runs after the client listens, so that the client has read an answer before
   * its size is checked.
   */
  #boundAnswers(): void {
    const socket = this.#socket;
    socket.on('readable', () => {
      if (socket.bytesRead > this.#maxBytesRead) socket.destroy(new AnswerTooLong());
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

const MAX_IDLE = 1000;

/**
 * Open connections without a request. The connection that was used last is taken first, so that the
 * others time out.
 */
export class IdleConnections {
  readonly #byOrigin = new Map<string, Connection[]>();
  /** The connections in the order in which they became idle, the oldest first. */
  readonly #all = new Set<Connection>();

  take(origin: string): Connection | undefined {
    for (;;) {
      const connection = this.#byOrigin.get(origin)?.at(-1);
      if (!connection) return undefined;
      this.#remove(connection);
      if (connection.isUsable) return connection;
      connection.destroy();
    }
  }

  /** Called after each use. A connection that closes removes itself. */
  add(connection: Connection): void {
    this.#all.add(connection);
    const others = this.#byOrigin.get(connection.origin);
    if (others) others.push(connection);
    else this.#byOrigin.set(connection.origin, [connection]);
    if (!connection.isReused) connection.onClose(() => this.#remove(connection));
    for (const oldest of this.#all) {
      if (this.#all.size <= MAX_IDLE) break;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  destroy(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #remove(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const others = this.#byOrigin.get(connection.origin) ?? [];
    if (others.length === 1) this.#byOrigin.delete(connection.origin);
    else others.splice(others.lastIndexOf(connection), 1);
  }
}
