import type { CrmJson } from './crm-json.ts';

/** A request of a connector. `path` is below the base URL of the account or of the token server. */
export type CrmRequest = {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string | undefined>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Goes to the token server of the provider, without the credentials of the account. */
  at?: 'account' | 'token_server';
  /** Instead of the credentials of the account: HTTP Basic, as some token servers want the client. */
  basic?: { user: string; password: string };
  /** Answers with these statuses are returned, not thrown. 2xx always are. */
  accept?: readonly number[];
  /** At most this many like it in a second, where the provider bounds a route more than the others. */
  perSecond?: number;
};

export type CrmResponse = {
  status: number;
  /** The body, with each number as the text that was sent. Null if it is empty. */
  body: CrmJson;
  header(name: string): string | null;
};

/**
 * Sends the requests of one account, one at a time. It bounds each (20 s, 16 MB, depth), repeats it after a lost
 * connection, a 5xx or a short 429, and counts it. It throws a QuotaWait, or a CrmFailure.
 */
export interface CrmApi {
  send(request: CrmRequest): Promise<CrmResponse>;
  /** The address of the account's server, as the connector's `target` says it. */
  readonly baseUrl: string;
  /** How many requests were sent. */
  readonly requests: number;
  /** What the provider last said is left of the day's quota. */
  readonly quotaLeft: number | null;
  /** The provider's clock, as its last answer has told it. */
  readonly providerTime: Date | null;
}
