/**
 * Why a synchronization fails (D158: `reason` of crm.sync.failed).
 *
 * - `auth`: the provider no longer accepts the credentials, or they lack a permission
 * - `unavailable`: no answer, or an error of the provider's server
 * - `contract`: answers that the connector cannot read
 * - `suspicious_deletion`: more than half of the deals, or of the objections from notes, would go
 * - `internal`: a fault of our own
 */
export const crmFailureReasons = [
  'auth',
  'unavailable',
  'contract',
  'suspicious_deletion',
  'internal',
] as const;
export type CrmFailureReason = (typeof crmFailureReasons)[number];

/** What is stored and shown of a failure. It contains no value of a record, no credential and no body. */
export type FailureFacts = {
  /** The HTTP status, if there was an answer. */
  status?: number;
  /** The code of the connection's error, such as `timeout` or `ECONNREFUSED`. */
  code?: string;
  /** The path of the field that could not be read. */
  field?: string;
  /** A permission that is missing, in the provider's words. */
  permission?: string;
  /** For `suspicious_deletion`: `gone` of `of` deals, or objections from notes, would be deleted. */
  gone?: number;
  of?: number;
  stream?: 'notes';
};

export class CrmFailure extends Error {
  readonly reason: CrmFailureReason;
  readonly facts: FailureFacts;

  constructor(reason: CrmFailureReason, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(`${reason} ${JSON.stringify(facts)}`, options);
    this.name = 'CrmFailure';
    this.reason = reason;
    this.facts = facts;
  }
}

/** The provider's quota is used up until this time. That is no failure: the synchronization continues later. */
export class QuotaWait extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`quota for ${waitMs} ms`);
    this.name = 'QuotaWait';
    this.waitMs = waitMs;
  }
}
