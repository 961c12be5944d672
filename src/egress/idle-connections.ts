import type { Connection } from './connection.ts';

const MOST_IDLE = 1000;

/** Open connections that nobody uses. What has been used last is taken first, so that the others can end. */
export class IdleConnections {
  readonly #byOrigin = new Map<string, Connection[]>();
  /** The one that has been idle longest comes first. */
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

  /** A connection is added anew after each use; it leaves by itself when it closes. */
  add(connection: Connection): void {
    this.#all.add(connection);
    const others = this.#byOrigin.get(connection.origin);
    if (others) others.push(connection);
    else this.#byOrigin.set(connection.origin, [connection]);
    if (!connection.isReused) connection.onClose(() => this.#remove(connection));
    for (const oldest of this.#all) {
      if (this.#all.size <= MOST_IDLE) break;
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
