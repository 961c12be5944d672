import type { KeyObject } from 'node:crypto';
import type { WebhookClient } from '../../egress/webhook-client.ts';
import { signatureHeader } from '../../features/webhooks/signature.ts';
import { openSecret } from '../../features/webhooks/signing-secret.ts';
import type { Claimed } from './claim.ts';

type Outcome = Awaited<ReturnType<WebhookClient['send']>>;
type Deps = { client: WebhookClient; secretKey: KeyObject };
type Unsent = { code: null; ms: null; excerpt: null; error: 'secret_unreadable' };

const unsent: Unsent = { code: null, ms: null, excerpt: null, error: 'secret_unreadable' };

const MOST_SECRETS = 10_000;

/** One signed request, with a fresh time over the bytes that were frozen (D160 to D162). */
export class Attempter {
  readonly #deps: Deps;
  /** Opening a secret costs more than signing with it. */
  readonly #opened = new Map<string, { sealed: Buffer; secret: string }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  attempt(claimed: Claimed): Promise<Outcome | Unsent> {
    const secret = this.#secretOf(claimed);
    if (secret === null) return Promise.resolve(unsent);
    const body = Buffer.from(claimed.body);
    const headers = {
      'svc-signature': signatureHeader(secret, body, Math.floor(Date.now() / 1000)),
      'svc-event-id': claimed.eventId,
    };
    return this.#deps.client.send({ url: claimed.endpoint.url, body, headers });
  }

  /** Null when the installation's ENCRYPTION_KEY is not the one that sealed it. */
  #secretOf({ endpointId, endpoint }: Claimed): string | null {
    const { tenantId, secret: sealed } = endpoint;
    const known = this.#opened.get(endpointId);
    if (known?.sealed.equals(sealed)) return known.secret;
    try {
      const secret = openSecret(this.#deps.secretKey, sealed, { tenantId, endpointId });
      if (this.#opened.size >= MOST_SECRETS) this.#opened.clear();
      this.#opened.set(endpointId, { sealed, secret });
      return secret;
    } catch {
      return null;
    }
  }
}
