import type { z } from 'zod';
import type { ConnectionSettings, CrmProvider } from './connection-settings.ts';
import type { CrmApi, CrmResponse } from './crm-api.ts';
import type { CrmFailure, QuotaWait } from './crm-failure.ts';

/** What is read of a CRM, in this order: a note belongs to a deal. */
export const crmStreams = ['deals', 'notes'] as const;
export type CrmStream = (typeof crmStreams)[number];

/**
 * From `since`, or from the beginning, to just before `until`, by the times at which the CRM noted changes. The end of
 * a full pass is far away, so `begunAt` says when it was begun.
 */
export type Window = { since: Date | null; until: Date; begunAt?: Date };

/** A deal as a connector has read it. `worker/crm/synchronize/write-deals.ts` stores it. */
export type SourceDeal = {
  kind: 'deal';
  externalId: string;
  /** When the CRM noted the last change. */
  changedAt: Date;
  title: string | null;
  /** To the last digit as the provider sent it, without an exponent. */
  amount: string | null;
  currency: string | null;
  /** A day, as `2026-12-31`. */
  closeDate: string | null;
  outcome: 'open' | 'won' | 'lost';
  /** In per cent, 0 to 100. */
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
  /** HTML or plain text. Nobody stores it. */
  body: string;
};

/** A record of the stream that the CRM says is gone: deleted, merged into another, or put away for good. */
type SourceGone = { kind: 'gone'; externalId: string };

export type SourceRecord = SourceDeal | SourceNote | SourceGone;

/** A record that cannot be read: which one, and which field. Never its value. */
export type SetAside = { externalId: string | null; field: string };

export type SourcePage = {
  records: SourceRecord[];
  setAside: SetAside[];
  /** Where the next page begins. Null: the window has no further page. The engine stores it as it is. */
  next: string | null;
  /** How many records the whole window has, if the provider says so. */
  expected?: number;
};

export type Account = {
  /** The provider's own id of the account, in one form for ever. */
  id: string;
  name: string | null;
  currency: string | null;
  timeZone: string | null;
  /** Requests in a day, if the provider says how many it grants. */
  dailyQuota: number | null;
  /** Permissions that the connector needs and these credentials lack, in the provider's words. */
  missing: string[];
  /** Null if the provider does not tell. */
  deals: number | null;
  /** The part of the host that belongs to this account, such as a company's domain, for links. */
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
  /** Of deals that name no currency, and of times that are shown as days. Missing if the connector needs neither. */
  currency?: string | null;
  timeZone?: string | null;
};

/** What a page is read with, beside its window. */
export type PageWishes = {
  stream: CrmStream;
  window: Window;
  /** The `next` of the page before. */
  after: string | null;
  settings: ConnectionSettings;
  reference: Reference;
  /** Somebody waits for this run: what a connector else reads once an hour, it reads too. */
  isAsked?: boolean;
};

/** Tokens of an authorization code or a renewal, as the provider gave them. */
export type Tokens = {
  access_token: string;
  /** The new one, or the former one if the provider sent none. */
  refresh_token: string;
  /** Null if the provider does not say. The engine renews after a refused request then. */
  expires_at: string | null;
  /** How long the access token lives from its beginning, if the provider says so. */
  lives_seconds?: number;
  /** The host that the token answer names, already checked. */
  host: string | null;
};

/** OAuth at a provider. The client is the operator's. */
export type OAuth = {
  /** Whether the provider documents PKCE. */
  pkce: boolean;
  /** The address of the consent page. `challenge` is null without PKCE. */
  consentUrl(ask: { state: string; redirectUri: string; challenge: string | null }): string;
  redeem(
    api: CrmApi,
    given: { code: string; redirectUri: string; verifier: string | null },
  ): Promise<Tokens>;
  renew(api: CrmApi, tokens: Tokens): Promise<Tokens>;
  /** Ends the tokens at the provider, as far as it can. */
  revoke(api: CrmApi, tokens: Tokens): Promise<void>;
};

/**
 * One CRM provider. A connector knows the provider's routes and words, and nothing of the database. `api`
 * sends its requests: it bounds them, repeats them, keeps to the quota and throws CrmFailure.
 */
export interface CrmConnector {
  readonly provider: CrmProvider;
  /** What a person enters to connect by token. */
  readonly form: z.ZodType<Record<string, string>>;
  /** The field of the form whose end a person knows again. */
  readonly secret: string;
  /** How long after a change the provider may still not show it. A window begins this much before the last one ended. */
  readonly overlapMs: number;
  /** At most this many requests in a second. */
  readonly requestsPerSecond: number;
  /** Null if the operator has not set the client. */
  readonly oauth: OAuth | null;
  /** Which teams it is offered to. Missing: all teams. */
  isFor?(tenantId: string): boolean;
  /** Null: access by token needs no exchange. Salesforce exchanges its consumer key and secret for tokens. */
  readonly exchange: ((api: CrmApi, entered: Record<string, string>) => Promise<Tokens>) | null;
  /** Where the requests of an account go, and how they are authorized. Throws if a host is not the provider's. */
  target(access: Access): Target;
  /** The address of the token server. `access` is null while a code is redeemed. Throws likewise. */
  tokenServer(access: Access | null): string;
  /**
   * What an answer that is no success means in the provider's words. Null: what its status means. `body` is null if the
   * answer is no JSON.
   */
  explain(answer: CrmResponse): CrmFailure | QuotaWait | null;
  /** What the headers of an answer say about limits. */
  limits(answer: CrmResponse): CrmLimits;
  /** Says whose credentials these are, and what they lack. */
  identify(api: CrmApi): Promise<Account>;
  reference(api: CrmApi): Promise<Reference>;
  read(api: CrmApi, wishes: PageWishes): Promise<SourcePage>;
  /** The address of a deal in the CRM, for people. */
  dealUrl(account: Pick<Account, 'id' | 'domain'>, externalId: string): string | null;
  /** Where people work in this CRM. Missing: it depends on the account. */
  homeUrl?(): string | null;
}

/** Null: the answer does not say. */
export type CrmLimits = {
  /** Requests that are left of the day's quota. */
  left: number | null;
  /** Requests that the provider accepts in a second. */
  perSecond: number | null;
};

export type Target = { baseUrl: string; headers: Record<string, string> };

/** What is sealed in `crm_connection.credentials`. */
export type Access =
  | { kind: 'token'; entered: Record<string, string>; tokens: Tokens | null }
  | { kind: 'oauth'; tokens: Tokens };
