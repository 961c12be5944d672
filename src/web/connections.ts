import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Connection = {
  /** How many requests have no complete answer. */
  due: number;
  newest: { req: IncomingMessage; res: ServerResponse } | undefined;
  /** The answer that has `Connection: close`. */
  last: ServerResponse | undefined;
  /** True if the connection takes no further request. */
  ended: boolean;
  /** True if a request has arrived after that. It never gets an answer. */
  refused: boolean;
  whenAnswered: (() => void)[];
};

/** The connections of a server, each with its unanswered requests. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #begin: (req: IncomingMessage, res: ServerResponse) => void;
  #closing = false;

  constructor(server: Server, begin: (req: IncomingMessage, res: ServerResponse) => void) {
    this.#begin = begin;
    server.on('connection', (socket: Socket) => this.#add(socket));
    const take = (req: IncomingMessage, res: ServerResponse) => this.#take(req, res);
    server.on('request', take);
    server.on('checkExpectation', take);
  }

  /** Takes no further request from a connection. Returns false if the connection had ended before. */
  end(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (!connection || connection.ended) return false;
    connection.ended = true;
    return true;
  }

  /** The newest request of a connection. */
  newest(socket: Socket): IncomingMessage | undefined {
    return this.#open.get(socket)?.newest?.req;
  }

  /** Makes the next answer on this connection the last one. */
  sayClose(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) sayClose(connection);
  }

  /**
   * Waits until each request is answered or its client has gone. False if Node still keeps the socket for an
   * answer: no other bytes may be written then.
   */
  async answered(socket: Socket): Promise<boolean> {
    const connection = this.#open.get(socket);
    if (connection && connection.due > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      connection.whenAnswered.push(resolve);
      await promise;
    }
    return this.isFree(socket);
  }

  /** True if the connection is open, and no answer of Node has its socket. */
  isFree(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    return connection !== undefined && connection.due === 0 && !connection.refused;
  }

  /** Makes the next answer on each connection the last one. */
  sayCloseToAll(): void {
    this.#closing = true;
    for (const connection of this.#open.values()) sayClose(connection);
  }

  /** Closes the idle connections when no request is left. */
  closeIdle(server: Server): void {
    for (const { due } of this.#open.values()) if (due > 0) return;
    server.closeIdleConnections();
    // Node counts a connection without any request as active.
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    const connection: Connection = {
      due: 0,
      newest: undefined,
      last: undefined,
      ended: false,
      refused: false,
      whenAnswered: [],
    };
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      for (const resolve of connection.whenAnswered) resolve();
    });
  }

  /** Adds a request. None begins on a connection that has ended (RFC 9112, 9.6). */
  #take(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#open.get(req.socket);
    if (!connection) return;
    if (connection.ended || connection.last?.headersSent) {
      connection.refused = true;
      return;
    }
    connection.due += 1;
    connection.newest = { req, res };
    res.once('close', () => {
      connection.due -= 1;
      if (connection.due > 0) return;
      for (const resolve of connection.whenAnswered.splice(0)) resolve();
    });
    if (this.#closing) sayClose(connection);
    this.#begin(req, res);
  }
}

/** If several requests wait, the answer to the last one closes the connection. */
function sayClose(connection: Connection): void {
  const newest = connection.newest?.res;
  if (!newest || newest.headersSent || connection.last === newest) return;
  connection.last?.removeHeader('Connection');
  newest.setHeader('Connection', 'close');
  connection.last = newest;
}
