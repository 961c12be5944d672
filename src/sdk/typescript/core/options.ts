import type { LogEntry } from './log.ts';

/** The options of a client. */
export type ClientOptions = {
  /** The address of the API, such as `https://team.example/api/public/v1`. */
  url: string | undefined;
  /** The API key: `svck_live_…`. */
  key: string | undefined;
  /** The language of titles and labels. Without this option, the server answers in German. */
  language?: 'de' | 'en' | undefined;
  /** Milliseconds for one try. The default is 35,000: the server itself gives up after 30 seconds. */
  timeout?: number | undefined;
  /** Milliseconds for a call with all of its tries. The default is 120,000. */
  totalTimeout?: number | undefined;
  /** How often a call is tried again. The default is 4; 0 turns all retries off. */
  maxRetries?: number | undefined;
  /**
   * With this option, calls wait until the rate limit allows them, instead of being refused. `leave`
   * is the number of requests in each minute that stay free for other programs.
   */
  pace?: boolean | { leave: number } | undefined;
  /** Called after every try. It never gets the key, a secret, a body or a query. */
  log?: ((entry: LogEntry) => unknown) | undefined;
  /** Sends the requests instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

/** The options of a single call. */
export type CallOptions = {
  /** Ends the call. The call then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
} & Pick<ClientOptions, 'language' | 'timeout' | 'totalTimeout' | 'maxRetries'>;

/** The options of a call that creates or starts something. */
export type PostOptions = CallOptions & {
  /**
   * Your own key for this action, such as the id of an order. Calls with the same key and the same
   * body act only once within 24 hours. Without this option, each call makes a new key, and uses the
   * key for its retries too.
   */
  idempotencyKey?: string | undefined;
};

export type Settings = { timeout: number; totalTimeout: number; maxRetries: number };

const defaults: Settings = { timeout: 35_000, totalTimeout: 120_000, maxRetries: 4 };

/** The settings of a call: those of the call, else those of the client, else the defaults. */
export function settingsOf(client: ClientOptions, call: CallOptions): Settings {
  return {
    timeout: call.timeout ?? client.timeout ?? defaults.timeout,
    totalTimeout: call.totalTimeout ?? client.totalTimeout ?? defaults.totalTimeout,
    maxRetries: call.maxRetries ?? client.maxRetries ?? defaults.maxRetries,
  };
}
