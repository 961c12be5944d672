import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { ConnectionSettings, CrmProvider } from '../../../crm/connection-settings.ts';
import type { Access, CrmConnector, Reference } from '../../../crm/connector.ts';
import type { CrmApi } from '../../../crm/crm-api.ts';
import type { CrmFailure } from '../../../crm/crm-failure.ts';
import type { Logger } from '../../../shared/process/log.ts';

export type SyncCause = 'first' | 'schedule' | 'person' | 'settings' | 'connected';

/** The value of `crm_connection.account`. */
type StoredAccount = {
  name?: string | null;
  currency?: string | null;
  time_zone?: string | null;
  daily_quota?: number | null;
  domain?: string | null;
  reference?: StoredReference;
};

/** The pipelines that were last read. Owners and fields have tables of their own. */
export type StoredReference = Omit<Reference, 'owners' | 'fields'> & {
  /** True if the members of owners have changed, and not all stored deals show this yet. */
  must_apply?: boolean;
};

/** A connection that this worker alone may synchronize until the lease ends. */
export type ClaimedConnection = {
  tenantId: string;
  id: string;
  provider: CrmProvider;
  state: 'active' | 'removing';
  settings: ConnectionSettings;
  /** Why the connection cannot be synchronized at all. Null if it can. */
  fault: CrmFailure | null;
  account: StoredAccount;
  everyMinutes: number;
  dailyBudget: number | null;
  credentials: Buffer | null;
  credentialsAt: Date;
  leaseNo: number;
  /**
   * When the synchronization was due. If this has changed at its end, somebody has asked for another one
   * meanwhile.
   */
  dueAt: Date;
  /** The database's time of the claim. */
  claimedAt: Date;
  cause: SyncCause;
  readAgain: boolean;
  /** The number of deals whose removal a person has confirmed. */
  deletionConfirmed: number | null;
  failures: number;
  /** How many workers in a row have lost the connection without ending their run. */
  brokenOff: number;
  fullAt: Date | null;
  requestsToday: number;
};

export type FoundObjection = { category: string; text: string; lang: string };
type Passage = { source: 'lost_reason' | 'field' | 'note'; body: string };
/** Looks for the objections in a text. */
export type FindObjections = (passage: Passage) => FoundObjection[] | Promise<FoundObjection[]>;
/** Gives the objections that were found in a text of the page. */
export type ObjectionsOfPage = (passage: Passage) => FoundObjection[];

/** The API of a provider. `use` makes it continue with renewed credentials. */
export type OpenedApi = CrmApi & { use(access: Access): void };

export type ApiOptions = {
  /** Ends all requests when the worker stops. */
  signal?: AbortSignal;
  /** Renews the credentials after the provider has refused them. Returns null if this is not possible. */
  onRefused?: () => Promise<Access | null>;
};

export type SyncDeps = {
  pool: pg.Pool;
  log: Logger;
  /** The key of the purpose `crm`. */
  accessKey: KeyObject;
  /** Null if this installation does not have the provider. */
  connectorOf(provider: CrmProvider): CrmConnector | null;
  openApi(connector: CrmConnector, access: Access, options: ApiOptions): OpenedApi;
  /** Loads the code that finds objections, at its first use: it takes much memory. */
  loadObjections: () => Promise<FindObjections>;
};

/**
 * How the work on a connection ended. `yielded`: there is more to do after other connections had their turn.
 */
export type SyncEnd = (typeof syncEnds)[number];

export const syncEnds = [
  'ok',
  'failed',
  'waiting',
  'stopped',
  'yielded',
  'lease_lost',
  'removed',
] as const;
