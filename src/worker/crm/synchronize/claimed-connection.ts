import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { ConnectionSettings, CrmProvider } from '../../../crm/connection-settings.ts';
import type { Access, CrmConnector, Reference } from '../../../crm/connector.ts';
import type { CrmApi } from '../../../crm/crm-api.ts';
import type { CrmFailure } from '../../../crm/crm-failure.ts';
import type { Logger } from '../../../shared/log.ts';

export type SyncCause = 'first' | 'schedule' | 'person' | 'settings' | 'connected';

/** What `crm_connection.account` keeps of the account. */
type StoredAccount = {
  name?: string | null;
  currency?: string | null;
  time_zone?: string | null;
  daily_quota?: number | null;
  domain?: string | null;
  /** Pipelines and fields, as they were read last. The owners have a table. */
  reference?: Omit<Reference, 'owners'> & {
    read_at: string;
    /** Who the owners are has changed, and not all stored deals show it yet. */
    must_apply?: boolean;
  };
};

/** A connection that this worker alone may synchronize until the lease ends. */
export type ClaimedConnection = {
  tenantId: string;
  id: string;
  provider: CrmProvider;
  state: 'active' | 'removing';
  settings: ConnectionSettings;
  /** Why it cannot be synchronized at all. */
  fault: CrmFailure | null;
  account: StoredAccount;
  everyMinutes: number;
  dailyBudget: number | null;
  credentials: Buffer | null;
  credentialsAt: Date;
  leaseNo: number;
  /** When it was due. If that has changed at the end, somebody has asked for the next one meanwhile. */
  dueAt: Date;
  /** The database's time of the claim. */
  claimedAt: Date;
  cause: SyncCause;
  readAgain: boolean;
  /** A person has confirmed that so many records go. */
  deletionConfirmed: number | null;
  failures: number;
  /** How many workers in a row have broken off without a word. */
  brokenOff: number;
  fullAt: Date | null;
  requestsToday: number;
};

export type FoundObjection = { category: string; text: string; lang: string };
export type FindObjections = (said: {
  source: 'lost_reason' | 'field' | 'note';
  body: string;
}) => FoundObjection[];

/** An API that goes on with other credentials once they were renewed. */
export type OpenedApi = CrmApi & { use(access: Access): void };

export type ApiWishes = {
  /** Ends everything, when the worker stops. */
  signal?: AbortSignal;
  /** Renews the credentials after the provider has refused them. Null: it cannot. */
  onRefused?: () => Promise<Access | null>;
};

export type SyncDeps = {
  pool: pg.Pool;
  log: Logger;
  /** The key of the purpose `crm`. */
  accessKey: KeyObject;
  /** Null if this installation does not have the provider. */
  connectorOf(provider: CrmProvider): CrmConnector | null;
  openApi(connector: CrmConnector, access: Access, wishes: ApiWishes): OpenedApi;
  /** Loads what finds objections, which takes much memory, at its first use. */
  loadObjections: () => Promise<FindObjections>;
};

/** How a piece of work ended. `yielded`: there is more to do, after others had their turn. */
export type SyncEnd =
  | 'ok'
  | 'failed'
  | 'waiting'
  | 'stopped'
  | 'yielded'
  | 'lease_lost'
  | 'removed';
