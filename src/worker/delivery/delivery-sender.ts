import type { KeyObject } from 'node:crypto';
import { Privacy } from '../../auth/privacy.ts';
import type { WebhookClient } from '../../egress/webhook-client.ts';
import { shownBody } from '../../features/webhooks/shown-body.ts';
import {
  eventHeaders,
  type SigningKeys,
  signingKeysOf,
} from '../../features/webhooks/signature.ts';
import { openSecret } from '../../features/webhooks/signing-secret.ts';
import { type SpanStart, spanOfRequest } from '../../tracing/span.ts';
import type { Claimed } from './claim.ts';
import type { AttemptOutcome } from './record-attempts.ts';

type Deps = { client: WebhookClient; secretKey: KeyObject };

const unsent: AttemptOutcome = { code: null, ms: null, excerpt: null, error: 'secret_unreadable' };

const MAX_SECRETS = 10_000;

/**
 * Signs the frozen body of a delivery with the current time and sends it (D160 to D162). Every attempt leaves out what
 * the privacy switch hides at its claim (D192).
 */
export class DeliverySender {
  readonly #deps: Deps;
  /** Decrypted secrets, kept because decrypting a secret costs more than signing with it. */
  readonly #opened = new Map<string, { sealed: Buffer; keys: SigningKeys }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * `waitedMs` is the time since the claim. The signature contains the time of the claim by the database,
   * plus `waitedMs`: the clocks of machines differ.
   */
  send(claimed: Claimed, waitedMs: number): Promise<AttemptOutcome> {
    const { id, eventId, endpointId, endpoint, leaseNo, requestId, sinceDueMs } = claimed;
    const attributes = {
      'messaging.operation.type': 'process',
      'messaging.message.id': eventId,
      'team_api.delivery_id': id,
      'team_api.endpoint_id': endpointId,
      'team_api.tenant_id': endpoint.tenantId,
      'team_api.lease_no': leaseNo,
      'team_api.waited_ms': Math.round(sinceDueMs + waitedMs),
      ...(requestId !== null && { 'team_api.request_id': requestId }),
    };
    const start: SpanStart = { name: 'delivery', kind: 'consumer', attributes };
    return spanOfRequest(start, requestId, () => this.#send(claimed, waitedMs));
  }

  async #send(claimed: Claimed, waitedMs: number): Promise<AttemptOutcome> {
    const keys = this.#keysOf(claimed);
    if (keys === null) return unsent;
    const privacy = claimed.endpoint.memberDetail ? Privacy.hidesNothing : Privacy.hidesAll;
    const shown = shownBody(privacy, claimed.body);
    const body = Buffer.from(shown.body);
    const signedAt = Math.floor((claimed.endpoint.claimedAtMs + waitedMs) / 1000);
    const headers = eventHeaders(keys, {
      eventId: claimed.eventId,
      body,
      unixSeconds: signedAt,
    });
    const { url, provenOrigin } = claimed.endpoint;
    const result = await this.#deps.client.send({ url, body, headers, provenOrigin });
    return { ...result, signedAt, isReduced: shown.hidden.length > 0 };
  }

  /** Null if another ENCRYPTION_KEY than ours has encrypted the secret. */
  #keysOf({ endpointId, endpoint }: Claimed): SigningKeys | null {
    const { tenantId, secret: sealed } = endpoint;
    const cached = this.#opened.get(endpointId);
    if (cached?.sealed.equals(sealed)) return cached.keys;
    try {
      const secret = openSecret(this.#deps.secretKey, sealed, { tenantId, endpointId });
      const keys = signingKeysOf(secret);
      if (this.#opened.size >= MAX_SECRETS) this.#opened.clear();
      this.#opened.set(endpointId, { sealed, keys });
      return keys;
    } catch {
      return null;
    }
  }
}
