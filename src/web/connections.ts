import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Connection = {
  /** What is not answered completely, in the order of the requests. */
  due: Set<ServerResponse>;
  newest: { req: IncomingMessage; res: ServerResponse } | undefined;
  /** The answer that says `Connection: close`. */
  last: ServerResponse | undefined;
  /** No more requests are taken. */
  ended: boolean;
  whenAnswered: (() => void)[];
};

/** The connections of a server, each with the requests that it owes an answer to. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, {
        due: new Set(),
        newest: undefined,
        last: undefined,
        ended: false,
        whenAnswered: [],
      });
      socket.once('close', () => this.#forget(socket));
    });
  }

  /** Takes a request in. False: its connection has ended, and it must not be begun (RFC 9112, 9.6). */
  take(req: IncomingMessage, res: ServerResponse): boolean {
    const connection = this.#open.get(req.socket);
    if (!connection || connection.ended || connection.last?.headersSent) return false;
    connection.due.add(res);
    connection.newest = { req, res };
    res.once('close', () => answered(connection, res));
    if (this.#closing) sayClose(connection);
    return true;
  }

  /** Takes no more from a connection. False: that had been said before. */
  end(socket: Socket): boolean {
    const connection = this.#open.get(socket);
    if (!connection || connection.ended) return false;
    connection.ended = true;
    return true;
  }

  /** The request whose body has not arrived in full. */
  halfRead(socket: Socket): IncomingMessage | undefined {
    const { newest } = this.#open.get(socket) ?? {};
    return newest && !newest.req.complete ? newest.req : undefined;
  }

  /** The next answer on this connection is the last. */
  sayClose(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) sayClose(connection);
  }

  /** Waits until every request that was taken is answered, or can be no more. */
  answered(socket: Socket): Promise<void> {
    const connection = this.#open.get(socket);
    if (!connection || connection.due.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      connection.whenAnswered.push(resolve);
    });
  }

  /** From now on every connection is told with its next answer that it was the last. */
  sayCloseToAll(): void {
    this.#closing = true;
    for (const connection of this.#open.values()) sayClose(connection);
  }

  /** Closes what nobody uses, once nothing is due: until then the end has to wait anyway. */
  closeIdle(server: Server): void {
    for (const { due } of this.#open.values()) if (due.size > 0) return;
    server.closeIdleConnections();
    // Node counts a connection that has never said anything as active.
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    this.#open.delete(socket);
    for (const resolve of connection?.whenAnswered ?? []) resolve();
  }
}

function answered(connection: Connection, res: ServerResponse): void {
  connection.due.delete(res);
  if (connection.due.size > 0) return;
  for (const resolve of connection.whenAnswered.splice(0)) resolve();
}

/** Of several requests that wait, the one that came last says it: what is behind it is not begun. */
function sayClose(connection: Connection): void {
  const newest = connection.newest?.res;
  if (!newest || newest.headersSent || connection.last === newest) return;
  connection.last?.removeHeader('Connection');
  newest.setHeader('Connection', 'close');
  connection.last = newest;
}
