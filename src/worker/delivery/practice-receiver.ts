import type { KeyObject } from 'node:crypto';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import { practiceAddress, practiceAnswer } from '../../features/webhooks/practice.ts';
import { SIGNATURE_LIFETIME_S, signatureHeader } from '../../features/webhooks/signature.ts';
import { openSecret } from '../../features/webhooks/signing-secret.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { readBytes } from '../../shared/load/request-body.ts';
import { uncounted } from '../../shared/load/unused-bodies.ts';
import { LocalServer } from '../../shared/process/local-server.ts';
import type { Logger } from '../../shared/process/log.ts';
import { PRACTICE_ORIGIN } from '../../shared/web/practice-origins.ts';

type Deps = { pool: pg.Pool; secretKey: KeyObject; log: Logger };
type Answer = { code: number; body: string };
type Known = { id: string; secret: Buffer; events: string[]; now_s: number };

const MAX_BODY_BYTES = 256 * 1024;
/** Also the answer about a team, an endpoint or a path that does not exist, so that answers tell nothing of them. */
const refused: Answer = { code: 400, body: '{"error":"the signature does not match"}' };

/**
 * Answers the deliveries of sandboxes for looking around and of the demo team, on a port of this process that only this machine can reach.
 * It verifies the signature as customers do, and keeps nothing. The first such delivery opens the port.
 */
export class PracticeReceiver {
  readonly #deps: Deps;
  readonly #server: LocalServer;

  constructor(deps: Deps) {
    this.#deps = deps;
    const onError = (err: unknown) =>
      deps.log.warn({ err }, 'the practice receiver could not answer');
    this.#server = new LocalServer(
      async (req, res) => {
        const { code, body } = await this.#answer(req);
        res.writeHead(code, { 'Content-Type': 'application/json' }).end(body);
      },
      { onError },
    );
  }

  port(): Promise<number> {
    return this.#server.port();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(req: IncomingMessage): Promise<Answer> {
    const address = practiceAddress(req.url ?? '');
    if (req.method !== 'POST' || !address) return refused;
    const body = await readBytes(req, MAX_BODY_BYTES, uncounted()).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    const header = String(req.headers['svc-signature']);
    const [, t] = /^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(header) ?? [];
    if (!body || t === undefined) return refused;
    for (const endpoint of await this.#endpointsAt(req.url ?? '', address.tenantId)) {
      if (Math.abs(endpoint.now_s - Number(t)) > SIGNATURE_LIFETIME_S) return refused;
      const { tenantId } = address;
      const secret = openSecret(this.#deps.secretKey, endpoint.secret, {
        tenantId,
        endpointId: endpoint.id,
      });
      const expected = signatureHeader(secret, body, Number(t));
      if (!isSame(header, expected)) continue;
      const { type } = JSON.parse(body.toString()) as { type: string };
      return practiceAnswer(address, type, endpoint.events);
    }
    return refused;
  }

  /** While a secret is being replaced, two endpoints have the URL. */
  async #endpointsAt(path: string, tenantId: string): Promise<Known[]> {
    const { rows } = await this.#deps.pool.query<Known>({
      name: 'practice endpoints',
      text: `select e.id, e.secret, e.events, date_part('epoch', now()) as now_s
        from webhook_endpoint e
        where e.tenant_id = $1 and e.url = $2 and e.proven_origin = $3 and e.deleted_at is null
        order by e.created_at desc limit 5`,
      values: [tenantId, PRACTICE_ORIGIN + path, PRACTICE_ORIGIN],
    });
    return rows;
  }
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}
