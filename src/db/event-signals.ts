import type pg from 'pg';
import type { Logger } from '../shared/process/log.ts';
import { keepConnection } from './keep-connection.ts';

type Heard = {
  /** A team has committed an event. */
  onEvent: (tenantId: string) => void;
  /** From now on `onEvent` is called. Somebody has to look for what was committed before. */
  onListening: () => void;
};

/** Hears of committed events of all teams, over one connection. A lost notification is made up for by a poll. */
export class EventSignals {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  readonly #heard: Heard;
  #kept: { stop(): Promise<void> } | undefined;
  isListening = false;

  constructor(databaseUrl: string, log: Logger, heard: Heard) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
    this.#heard = heard;
  }

  /** Begins to listen. A process in which nobody waits has no such connection. */
  start(): void {
    this.#kept ??= keepConnection(this.#databaseUrl, {
      name: 'events',
      log: this.#log,
      missing: (err) =>
        this.#log.debug({ err }, 'there is no connection for notifications about events'),
      use: (client, over) => this.#listen(client, over),
    });
  }

  async stop(): Promise<void> {
    await this.#kept?.stop();
  }

  async #listen(client: pg.PoolClient, over: Promise<unknown>): Promise<void> {
    client.on('notification', ({ payload }) => this.#heard.onEvent(payload ?? ''));
    try {
      await client.query('listen event_feed');
      this.isListening = true;
      this.#heard.onListening();
      await over;
    } finally {
      this.isListening = false;
    }
  }
}
