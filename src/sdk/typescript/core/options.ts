import type { LogEntry } from './log.ts';

/** What a client is told when it is made. */
export type ClientOptions = {
  /** The address of the API, such as `https://team.example/api/public/v1`. */
  url: string | undefined;
  /** The API key: `svck_live_…`. */
  key: string | undefined;
  /** The language of titles and labels. Without it the server answers in German. */
  language?: 'de' | 'en' | undefined;
  /** Milliseconds for one try. The default is 35,000: the server itself gives up after 30 seconds. */
  timeout?: number | undefined;
  /** Milliseconds for a call with all of its tries. The default is 120,000. */
  totalTimeout?: number | undefined;
  /** How often a call is tried again. The default is 4; 0 turns all retries off. */
  maxRetries?: number | undefined;
  /**
   * Stay below the rate limit instead of running into it: calls wait until there is room again.
   * `leave` keeps that many requests of each minute for other programs.
   */
  pace?: boolean | { leave: number } | undefined;
  /** Is told of every try. It never gets the key, a secret, a body or a query. */
  log?: ((entry: LogEntry) => unknown) | undefined;
  /** Sends the requests instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

/** What a single call may change. */
export type CallOptions = {
  /** Ends the call: it then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
} & Pick<ClientOptions, 'language' | 'timeout' | 'totalTimeout' | 'maxRetries'>;

/** The options of a call that creates or starts something. */
export type PostOptions = CallOptions & {
  /**
   * Your own key for this action, such as the id of an order. The same key and the same body never
   * act twice within 24 hours. Without it each call makes a new one and keeps it over its retries.
   */
  idempotencyKey?: string | undefined;
};

export type Settings = { timeout: number; totalTimeout: number; maxRetries: number };

const defaults: Settings = { timeout: 35_000, totalTimeout: 120_000, maxRetries: 4 };

/** The settings of a call: its own, else those of the client, else the defaults. */
export function settingsOf(client: ClientOptions, call: CallOptions): Settings {
  return {
    timeout: call.timeout ?? client.timeout ?? defaults.timeout,
    totalTimeout: call.totalTimeout ?? client.totalTimeout ?? defaults.totalTimeout,
    maxRetries: call.maxRetries ?? client.maxRetries ?? defaults.maxRetries,
  };
}
