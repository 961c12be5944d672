import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One connection answers at most this many requests at the same time. */
const MOST_AT_ONCE = 4;

type Call = { req: IncomingMessage; res: ServerResponse };
type Connection = {
  /** How many requests have no complete answer, with those that wait. */
  due: number;
  /** The requests that have arrived, and have not begun. */
  waiting: Call[];
  newest: Call | undefined;
  /** The answer that has `Connection: close`. */
  last: ServerResponse | undefined;
  /** True if the connection takes no further request. */
  ended: boolean;
  /** True if a request has arrived after that. It never gets an answer. */
  refused: boolean;
  whenAnswered: (() => void)[];
};

/**
 * The connections of a server, each with its unanswered requests. A client may send many requests without
 * waiting for the answers. A few of them begin; the others wait, and the socket is not read meanwhile.
 */
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
      waiting: [],
      newest: undefined,
      last: undefined,
      ended: false,
      refused: false,
      whenAnswered: [],
    };
    this.#open.set(socket, connection);
    // Node also resumes the socket: when it has read a body, and when the client has read its answers.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      this.#open.delete(socket);
      connection.waiting = [];
      for (const resolve of connection.whenAnswered) resolve();
    });
  }

  /** Adds a request. None begins on a connection that has ended (RFC 9112, 9.6). */
  #take(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const connection = this.#open.get(socket);
    if (!connection) return;
    if (connection.ended || connection.last?.headersSent) {
      connection.refused = true;
      return;
    }
    connection.due += 1;
    connection.newest = { req, res };
    connection.waiting.push({ req, res });
    res.once('close', () => {
      connection.due -= 1;
      this.#beginNext(socket, connection);
      if (connection.due > 0) return;
      for (const resolve of connection.whenAnswered.splice(0)) resolve();
    });
    if (this.#closing) sayClose(connection);
    this.#beginNext(socket, connection);
  }

  #beginNext(socket: Socket, connection: Connection): void {
    const { waiting } = connection;
    while (waiting.length > 0 && connection.due - waiting.length < MOST_AT_ONCE) {
      const call = waiting.shift();
      if (call) this.#begin(call.req, call.res);
    }
    if (waiting.length > 0) socket.pause();
    else if (socket.isPaused()) socket.resume();
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
