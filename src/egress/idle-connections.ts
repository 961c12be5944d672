import type { Connection } from './connection.ts';

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
