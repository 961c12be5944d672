import type { z } from 'zod';
import type { ConnectionSettings, CrmProvider } from './connection-settings.ts';
import type { CrmApi, CrmResponse } from './crm-api.ts';
import type { CrmFailure, QuotaWait } from './crm-failure.ts';

/** What is read of a CRM, in this order. Notes come last, because a note belongs to a deal. */
export const crmStreams = ['deals', 'notes'] as const;
export type CrmStream = (typeof crmStreams)[number];

/**
 * The records whose last change, by the CRM's clock, lies in this span: from `since` (null: from the beginning) to just
 * before `until`. The `until` of a full pass lies far ahead, so `begunAt` says when the pass began.
 */
export type Window = { since: Date | null; until: Date; startedAt?: Date };

/** A deal as a connector has read it. `worker/crm/synchronize/write-deals.ts` stores it. */
export type SourceDeal = {
  kind: 'deal';
  externalId: string;
  /** When the record last changed, as the CRM noted it. */
  changedAt: Date;
  title: string | null;
  /** All digits that the provider sent, without an exponent. */
  amount: string | null;
  currency: string | null;
  /** A day, as `2026-12-31`. */
  closeDate: string | null;
  outcome: 'open' | 'won' | 'lost';
  /** The probability in per cent, 0 to 100. */
  probability: number | null;
  pipelineId: string | null;
  stageId: string | null;
  ownerId: string | null;
  lostReason: string | null;
  /** The value of the field that the settings name for the industry. */
  industryValue: string | null;
  /** The values of the field that the settings name for objections. */
  objections: string[];
  lastActivityAt: Date | null;
};

export type SourceNote = {
  kind: 'note';
  externalId: string;
  changedAt: Date;
  /** When the note was written. */
  writtenAt: Date;
  dealIds: string[];
  /** HTML or plain text. The engine does not store it. */
  body: string;
  /** The note goes on behind `body`, which is only its beginning. `wholeText` reads all of it. */
  isCut?: boolean;
};

/** A record that the CRM no longer has: deleted, merged into another, or archived for good. */
type SourceGone = { kind: 'gone'; externalId: string };

export type SourceRecord = SourceDeal | SourceNote | SourceGone;

/** A record that cannot be read: its id, and the field at fault. The value of the field is never named. */
export type SetAside = { externalId: string | null; field: string };

export type SourcePage = {
  records: SourceRecord[];
  setAside: SetAside[];
  /** Where the next page begins, as the connector wrote it; the engine only stores it. Null: this is the last page. */
  next: string | null;
  /** How many records the whole window has, if the provider says so. */
  expected?: number;
};

export type Account = {
  /** The provider's own id of the account. It never changes its form. */
  id: string;
  name: string | null;
  currency: string | null;
  timeZone: string | null;
  /** How many requests a day the provider grants, if it says so. */
  dailyQuota: number | null;
  /** Permissions that the connector needs and these credentials lack, in the provider's words. */
  missing: string[];
  /** The part of the host that belongs to this account, such as a company's domain. Links are made with it. */
  domain: string | null;
};

export type Owner = { id: string; name: string | null; email: string | null };
export type Stage = { id: string; name: string; probability: number | null };
export type Pipeline = { id: string; name: string; stages: Stage[] };
/** A field of deals that a setting can name. `options` are its values, if the CRM lists them. */
export type DealField = { id: string; name: string; options: { value: string; name: string }[] };

export type Reference = {
  owners: Owner[];
  pipelines: Pipeline[];
  fields: DealField[];
  /** The currency of deals that name none. Missing if the connector needs no currency. */
  currency?: string | null;
  timeZone?: string | null;
};

/** Which page a connector reads. */
export type PageRequest = {
  stream: CrmStream;
  window: Window;
  /** The `next` of the page before. */
  after: string | null;
  settings: ConnectionSettings;
  reference: Reference;
  /** Somebody waits for this run. The connector then also reads what it otherwise reads once an hour. */
  isRequested?: boolean;
};

/** The tokens that the provider gives for an authorization code, or when it renews them. */
export type Tokens = {
  access_token: string;
  /** The new refresh token, or the former one if the provider sent none. */
  refresh_token: string;
  /** When they end, or must be renewed. Null if nobody knows: the engine renews after a refused request then. */
  expires_at: string | null;
  /** How many seconds a new access token lives, if the provider says so. */
  lives_seconds?: number;
  /** The host that the token server has named for the account. The connector has checked it. */
  host: string | null;
};

/** OAuth at a provider, with the client that the operator has set. */
export type OAuth = {
  /** Whether the provider documents PKCE. Without PKCE, `challenge` and `verifier` are null. */
  pkce: boolean;
  /** The address of the consent page. */
  consentUrl(ask: { state: string; redirectUri: string; challenge: string | null }): string;
  redeem(
    api: CrmApi,
    grant: { code: string; redirectUri: string; verifier: string | null },
  ): Promise<Tokens>;
  renew(api: CrmApi, tokens: Tokens): Promise<Tokens>;
  /** Revokes the tokens at the provider, as far as the provider can. */
  revoke(api: CrmApi, tokens: Tokens): Promise<void>;
};

/**
 * One CRM provider. A connector knows the provider's routes and words, and nothing of the database. `api` sends its
 * requests: `api` limits and repeats them, respects the quota, and throws CrmFailure.
 */
export interface CrmConnector {
  readonly provider: CrmProvider;
  /** What a person enters to connect by token. */
  readonly form: z.ZodType<Record<string, string>>;
  /** The field of the form that holds the secret. A page shows the end of the secret, so that a person can recognize it. */
  readonly secret: string;
  /** How late the provider may show a change. Each window begins this much before the end of the last one. */
  readonly overlapMs: number;
  /** The most requests in a second. */
  readonly requestsPerSecond: number;
  /** Null if the operator has set no client. */
  readonly oauth: OAuth | null;
  /** Which teams may use this CRM. Missing: all teams. */
  isFor?(tenantId: string): boolean;
  /** Trades what a person has entered for tokens, as Salesforce demands. Null: what is entered is the token. */
  readonly exchange: ((api: CrmApi, entered: Record<string, string>) => Promise<Tokens>) | null;
  /** Where the requests of an account go, and how they are authorized. Throws if the host is not the provider's. */
  target(access: Access): Target;
  /** The address of the token server. `access` is null while a code is redeemed. Throws as `target` does. */
  tokenServer(access: Access | null): string;
  /**
   * What an answer without success means in the provider's words. Null: it means what its status means. `body` is null
   * if the answer is no JSON.
   */
  explain(answer: CrmResponse): CrmFailure | QuotaWait | null;
  /** What the headers of an answer say of limits. */
  limits(answer: CrmResponse): CrmLimits;
  /** Reads which account the credentials belong to, and which permissions they lack. */
  identify(api: CrmApi): Promise<Account>;
  reference(api: CrmApi): Promise<Reference>;
  read(api: CrmApi, request: PageRequest): Promise<SourcePage>;
  /**
   * Reads all of a note that is cut. Null: it is gone, or these credentials may not see it. Missing: no page has cut
   * notes.
   */
  wholeText?(api: CrmApi, externalId: string): Promise<string | null>;
  /** The address of a deal in the CRM, for people. */
  dealUrl(account: Pick<Account, 'id' | 'domain'>, externalId: string): string | null;
  /** The page of the CRM on which people work. Missing: its address depends on the account. */
  homeUrl?(account: Pick<Account, 'id'>): string | null;
}

/** A field is null if the answer does not contain it. */
export type CrmLimits = {
  /** Requests left of the day's quota. */
  left: number | null;
  /** Requests a second that the provider accepts. */
  perSecond: number | null;
};

export type Target = { baseUrl: string; headers: Record<string, string> };

/** What is sealed in `crm_connection.credentials`. */
export type Access =
  | { kind: 'token'; entered: Record<string, string>; tokens: Tokens | null }
  | { kind: 'oauth'; tokens: Tokens };
