import type { KeyObject } from 'node:crypto';
import type { WebhookClient } from '../../egress/webhook-client.ts';
import { signatureHeader } from '../../features/webhooks/signature.ts';
import { openSecret } from '../../features/webhooks/signing-secret.ts';
import type { Claimed } from './claim.ts';
import type { AttemptOutcome } from './record-attempts.ts';

type Deps = { client: WebhookClient; secretKey: KeyObject };

const unsent: AttemptOutcome = { code: null, ms: null, excerpt: null, error: 'secret_unreadable' };

const MAX_SECRETS = 10_000;

/** Signs the frozen body of a delivery with the current time and sends it (D160 to D162). */
export class DeliverySender {
  readonly #deps: Deps;
  /** Decrypted secrets, kept because decrypting a secret costs more than signing with it. */
  readonly #opened = new Map<string, { sealed: Buffer; secret: string }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * `waitedMs` is the time since the claim. The signature's time is the claim's (from the database,
   * P17) plus `waitedMs`.
   */
  async send(claimed: Claimed, waitedMs: number): Promise<AttemptOutcome> {
    const secret = this.#secretOf(claimed);
    if (secret === null) return unsent;
    const body = Buffer.from(claimed.body);
    const signedAt = Math.floor((claimed.endpoint.claimedAtMs + waitedMs) / 1000);
    const headers = {
      'svc-signature': signatureHeader(secret, body, signedAt),
      'svc-event-id': claimed.eventId,
    };
    const result = await this.#deps.client.send({ url: claimed.endpoint.url, body, headers });
    return { ...result, signedAt };
  }

  /** Null if another ENCRYPTION_KEY than ours has encrypted the secret. */
  #secretOf({ endpointId, endpoint }: Claimed): string | null {
    const { tenantId, secret: sealed } = endpoint;
    const known = this.#opened.get(endpointId);
    if (known?.sealed.equals(sealed)) return known.secret;
    try {
      const secret = openSecret(this.#deps.secretKey, sealed, { tenantId, endpointId });
      if (this.#opened.size >= MAX_SECRETS) this.#opened.clear();
      this.#opened.set(endpointId, { sealed, secret });
      return secret;
    } catch {
      return null;
    }
  }
}
