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
  whenAnswered: (() => void)[];
};

/** The connections of a server, each with its unanswered requests. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, {
        due: 0,
        newest: undefined,
        last: undefined,
        ended: false,
        whenAnswered: [],
      });
      socket.once('close', () => this.#forget(socket));
    });
  }

  /** Adds a request. False if its connection has ended: the request must not begin (RFC 9112, 9.6). */
  take(req: IncomingMessage, res: ServerResponse): boolean {
    const connection = this.#open.get(req.socket);
    if (!connection || connection.ended || connection.last?.headersSent) return false;
    connection.due += 1;
    connection.newest = { req, res };
    res.once('close', () => answered(connection));
    if (this.#closing) sayClose(connection);
    return true;
  }

  /** Takes no further request from a connection. Returns false if the connection had ended before. */
  end(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (!connection || connection.ended) return false;
    connection.ended = true;
    return true;
  }

  /** The request whose body has not arrived completely. */
  halfRead(socket: Socket): IncomingMessage | undefined {
    const { newest } = this.#open.get(socket) ?? {};
    return newest && !newest.req.complete ? newest.req : undefined;
  }

  /** Makes the next answer on this connection the last one. */
  sayClose(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) sayClose(connection);
  }

  /** Waits until each request is answered or its client has gone. */
  answered(socket: Socket): Promise<void> {
    const connection = this.#open.get(socket);
    if (!connection || connection.due === 0) return Promise.resolve();
    return new Promise((resolve) => {
      connection.whenAnswered.push(resolve);
    });
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

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    this.#open.delete(socket);
    for (const resolve of connection?.whenAnswered ?? []) resolve();
  }
}

function answered(connection: Connection): void {
  connection.due -= 1;
  if (connection.due > 0) return;
  for (const resolve of connection.whenAnswered.splice(0)) resolve();
}

/** If several requests wait, the answer to the last one closes the connection. */
function sayClose(connection: Connection): void {
  const newest = connection.newest?.res;
  if (!newest || newest.headersSent || connection.last === newest) return;
  connection.last?.removeHeader('Connection');
  newest.setHeader('Connection', 'close');
  connection.last = newest;
}
