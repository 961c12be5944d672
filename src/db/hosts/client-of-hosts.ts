import pg from 'pg';
import { parseDatabaseAddress } from '../../shared/database-address.ts';
import type { Logger } from '../../shared/log.ts';
import { type Hosts, hostsOf } from './hosts.ts';

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;
type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * The class of a connection, and the address for it. If there are several hosts, each connection finds its
 * host when it connects.
 */
export function connectionTo(
  url: string,
  { Client = pg.Client, log }: { Client?: ClientClass; log: Logger },
): { Client: ClientClass; connectionString: string } {
  const address = parseDatabaseAddress(url);
  if (!address || address.hosts.length === 1) return { Client, connectionString: url };
  const [connectionString] = address.hosts;
  return { Client: clientOf(Client, hostsOf(url, address, log)), connectionString };
}

/**
 * Makes a class of connections that ask for a host just before they connect. pg itself connects to one given
 * host.
 */
function clientOf(Base: ClientClass, hosts: Hosts): ClientClass {
  return class extends Base {
    /**
     * Tells `withTransaction` that `Hosts` finds a new primary: a refused write then need not close the
     * connection.
     */
    readonly choosesHost = true;
    #host: number | undefined;
    #hasEnded = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('error', () => this.#host !== undefined && hosts.doubt(this.#host));
      this.on('end', () => hosts.left(this));
    }

    // The cast keeps both signatures that pg declares.
    override connect = ((done?: Connected) => {
      const connected = this.#find().then(() => super.connect());
      const made = connected.catch((error: unknown) => {
        hosts.left(this);
        if (this.#host !== undefined) hosts.doubt(this.#host);
        throw error;
      });
      if (!done) return made;
      made.then(() => done(null, this), done);
      return undefined;
    }) as pg.Client['connect'];

    // The cast keeps both signatures that pg declares.
    override end = ((done?: (error: Error) => void) => {
      this.#hasEnded = true;
      return done ? super.end(done) : super.end();
    }) as pg.Client['end'];

    /** Ends the connection. `Hosts` calls this. The user of the connection sees a lost connection. */
    leave(reason: Error): void {
      if (this.#hasEnded) return;
      if ('breakOff' in this && typeof this.breakOff === 'function') this.breakOff(reason);
      else {
        this.emit('error', reason);
        void this.end().catch(() => undefined);
      }
    }

    async #find(): Promise<void> {
      const host = await hosts.choose(this);
      if (this.#hasEnded) throw new Error('Connection terminated');
      this.#host = host;
      Object.assign(this, hosts.places[host]);
    }
  };
}
