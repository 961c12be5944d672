import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../shared/log.ts';
import { connectionName } from '../shared/own-release.ts';
import { createPool } from './pool.ts';

const PAUSE_MS = 1_000;

type Heard = {
  /** A team has committed an event. */
  onEvent: (tenantId: string) => void;
  /** From now on `onEvent` is called. Somebody has to look for what was committed before. */
  onListening: () => void;
};

/** Hears of committed events of all teams, over one connection. A lost notification is made up for by a poll. */
export class EventSignals {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #heard: Heard;
  readonly #stopping = new AbortController();
  #kept: Promise<void> | undefined;
  isListening = false;

  constructor(databaseUrl: string, log: Logger, heard: Heard) {
    this.#log = log;
    this.#heard = heard;
    this.#pool = createPool(databaseUrl, { max: 1, name: connectionName('events'), log });
  }

  /** Begins to listen. A process in which nobody waits has no such connection. */
  start(): void {
    this.#kept ??= this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#kept;
    await this.#pool.end();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listen(signal).catch(this.#missing);
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const client = await this.#pool.connect();
    // A connection may report further errors after its end.
    client.on('error', this.#missing);
    client.on('notification', ({ payload }) => this.#heard.onEvent(payload ?? ''));
    const over = Promise.race([
      once(client, 'error', { signal }),
      once(client, 'end', { signal }),
    ]).catch(() => undefined);
    try {
      await client.query('listen event_feed');
      this.isListening = true;
      this.#heard.onListening();
      await over;
    } finally {
      this.isListening = false;
      client.release(true);
    }
  }

  readonly #missing = (err: unknown): void => {
    this.#log.debug({ err }, 'there is no connection for notifications about events');
  };
}
