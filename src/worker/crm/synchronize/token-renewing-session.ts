import type { KeyObject } from 'node:crypto';
import { type AccessOwner, openAccess, sealAccess } from '../../../crm/access.ts';
import type { Access, CrmConnector, Tokens } from '../../../crm/connector.ts';
import type { CrmApi } from '../../../crm/crm-api.ts';
import { CrmFailure } from '../../../crm/crm-failure.ts';
import { type Queryable, TeamDb } from '../../../db/team-db.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time/durations.ts';
import type { ClaimedConnection, OpenedApi, SyncDeps } from './claimed-connection.ts';
import { LeaseLost, type Usage } from './fenced.ts';

/**
 * Tokens are renewed this long before their end, or a quarter of their lifetime before it if that is less.
 */
const EARLY_MS = 5 * MINUTE_MS;
/**
 * A token whose end is not known may always seem due. So it is not renewed again before this time has passed.
 */
const RENEWED_FOR_MS = MINUTE_MS;

/**
 * The requests of one run to a provider. The session renews the tokens shortly before their end, and once when
 * the provider refuses them. If the provider refuses the renewal too, the run fails with `auth`
 * (`close-run.ts`), and a person must connect the CRM again.
 */
export class TokenRenewingSession {
  readonly connector: CrmConnector;
  readonly #deps: SyncDeps;
  readonly #claimed: ClaimedConnection;
  readonly #api: OpenedApi;
  #access: Access;
  #sealed: Buffer;
  #renewals = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #counted = 0;

  constructor(deps: SyncDeps, claimed: ClaimedConnection, signal: AbortSignal) {
    const connector = deps.connectorOf(claimed.provider);
    if (!connector) throw new CrmFailure('internal', { code: 'no_connector' });
    if (!claimed.credentials) throw new CrmFailure('auth');
    this.connector = connector;
    this.#deps = deps;
    this.#claimed = claimed;
    this.#sealed = claimed.credentials;
    this.#access = openAccess(deps.accessKey, claimed, claimed.credentials);
    const onRefused = (): Promise<Access | null> => this.#renew();
    this.#api = deps.openApi(connector, this.#access, { signal, onRefused });
  }

  /** Asks the provider, with tokens that are still valid for the answer. */
  async ask<T>(work: (api: CrmApi) => Promise<T>): Promise<T> {
    const isNew = performance.now() - this.#renewedAt < RENEWED_FOR_MS;
    const endsSoon = !isNew && isDue(this.#access, this.#claimed.claimedAt);
    if (endsSoon || this.#lacksTokens()) {
      const renewed = await this.#renew();
      if (renewed) this.#api.use(renewed);
    }
    return work(this.#api);
  }

  get providerTime(): Date | null {
    return this.#api.providerTime;
  }

  /** The credentials in use, as they are stored. */
  get sealed(): Buffer {
    return this.#sealed;
  }

  get requests(): number {
    return this.#renewals + this.#api.requests;
  }

  /** The requests since the last call whose transaction was committed. */
  usage(): Usage & { commit(): void } {
    const { requests } = this;
    return {
      requests: requests - this.#counted,
      quotaLeft: this.#api.quotaLeft,
      commit: () => {
        this.#counted = requests;
      },
    };
  }

  /**
   * Renews the tokens, and stores the new ones before anybody uses them. Returns null if these credentials
   * cannot be renewed. A worker that stops waits for the answer, because only this answer may have the new
   * tokens.
   */
  async #renew(): Promise<Access | null> {
    const { pool, accessKey: key, openApi } = this.#deps;
    const former = this.#access;
    const api = openApi(this.connector, former, {});
    const tokens = await this.#newTokens(api);
    if (!tokens) return null;
    this.#renewals += api.requests;
    const access: Access = { ...former, tokens };
    const { credentialsAt: enteredAt, leaseNo } = this.#claimed;
    const renewed = { key, enteredAt, leaseNo, former: this.#sealed, access };
    const sealed = await storeAccess(pool, this.#claimed, renewed);
    if (!sealed) throw new LeaseLost();
    this.#sealed = sealed;
    this.#access = access;
    this.#renewedAt = performance.now();
    return access;
  }

  async #newTokens(api: CrmApi): Promise<Tokens | null> {
    const { oauth, exchange } = this.connector;
    const access = this.#access;
    if (access.kind === 'token') return exchange ? exchange(api, access.entered) : null;
    return oauth ? oauth.renew(api, access.tokens) : null;
  }

  #lacksTokens(): boolean {
    const { kind, tokens } = this.#access;
    return kind === 'token' && tokens === null && this.connector.exchange !== null;
  }
}

/**
 * True if the tokens should be renewed, judged at the time of the claim: the work does not last much longer.
 * In the end, the answer of the provider decides.
 */
function isDue({ tokens }: Access, claimedAt: Date): boolean {
  if (!tokens?.expires_at) return false;
  const { expires_at, lives_seconds = Number.POSITIVE_INFINITY } = tokens;
  const earlyMs = Math.min(EARLY_MS, (lives_seconds * SECOND_MS) / 4);
  return Date.parse(expires_at) - claimedAt.getTime() < earlyMs;
}

// Credentials that a person has entered meanwhile stay. The holder of the lease may store renewed credentials. A
// worker that has lost the lease may store them too, as long as nobody has stored others: perhaps the provider
// accepts only the renewed credentials by now. It may then have refused the former credentials to the worker that
// has the lease now. That refusal is no reason to ask a person to sign in again.
const wasRefused = `(c.lease_no <> $4 and c.state = 'sign_in' and c.failed_for = 'auth')`;
const storing = `update crm_connection c set credentials = $5,
    state = case when ${wasRefused} then 'active' else c.state end,
    next_sync_at = case when ${wasRefused} then now() else c.next_sync_at end
  where c.tenant_id = $1 and c.id = $2 and c.credentials_at = $3
    and case when c.lease_no = $4 then true else c.credentials = $6 end
  returning c.id`;

type Renewed = {
  key: KeyObject;
  /** When a person entered the credentials that were renewed. */
  enteredAt: Date;
  leaseNo: number;
  /** The encrypted credentials that were stored before. */
  former: Buffer;
  access: Access;
};

/** Stores renewed tokens before anybody uses them. Returns null if others were stored meanwhile. */
export async function storeAccess(
  queryable: Queryable,
  owner: AccessOwner,
  { key, enteredAt, leaseNo, former, access }: Renewed,
): Promise<Buffer | null> {
  const sealed = sealAccess(key, owner, access);
  const db = new TeamDb(queryable, owner.tenantId);
  const stored = await db.write(storing, [owner.id, enteredAt, leaseNo, sealed, former]);
  return stored ? sealed : null;
}
