import type { CrmJson } from './http/crm-json.ts';

/** A request of a connector. `path` is below the base URL of the account or of the token server. */
export type CrmRequest = {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string | undefined>;
  /** Sent as a JSON body. */
  json?: unknown;
  /** Sent as a form body. */
  form?: Record<string, string>;
  /** `token_server`: the provider's token server. It gets no credentials of the account. */
  server?: 'account' | 'token_server';
  /** HTTP Basic in place of the account's credentials. Some token servers want the client this way. */
  basic?: { user: string; password: string };
  /** Statuses, beside 2xx, whose answers are returned. All other answers throw. */
  accept?: readonly number[];
  /** True: the answer is a text of any type, and no JSON. */
  isText?: boolean;
  /** At most this many such requests in a second, where the provider limits a route more than the others. */
  perSecond?: number;
};

export type CrmResponse = {
  status: number;
  /** The body: the text that was asked for, or the JSON with each number as the provider sent it. Null if it is empty. */
  body: CrmJson;
  header(name: string): string | null;
};

/**
 * Sends the requests of one account, one at a time. It limits each request (20 s, 16 MB, depth), repeats the request
 * after a lost connection, a 5xx or a short 429, and counts it. It throws QuotaWait or CrmFailure.
 */
export interface CrmApi {
  send(request: CrmRequest): Promise<CrmResponse>;
  /** The address of the account's server, from the connector's `target`. */
  readonly baseUrl: string;
  /** How many requests were sent. */
  readonly requests: number;
  /** What is left of the day's quota, by the provider's last answer. */
  readonly quotaLeft: number | null;
  /** The provider's clock, by its last answer. */
  readonly providerTime: Date | null;
}
