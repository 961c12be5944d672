import { createHash, type KeyObject } from 'node:crypto';
import type { KeyActor } from '../auth/actor.ts';
import type { TeamDb } from '../db/team-db.ts';
import { ApiError } from '../shared/errors.ts';
import type { Language } from '../shared/language.ts';
import { seal, unseal } from '../shared/seal.ts';

/** How long a key is remembered, from the moment its response was stored (D97). */
const VALID_MS = 24 * 60 * 60 * 1000;

export type StoredReply = {
  status: number;
  body: string;
  location: string | null;
  /** Of a problem; null where there is no text. */
  language: Language | null;
};

type RecordRow = { locked: boolean; fingerprint: Buffer | null } & {
  status: number;
  body: Buffer;
  location: string | null;
  language: Language | null;
};

/** The raw header, once, printable ASCII (D87). */
export function readIdempotencyKey(given: readonly string[]): string | undefined {
  const [header] = given;
  if (header === undefined) return undefined;
  if (given.length > 1 || !/^[\x20-\x7e]{1,100}$/.test(header)) {
    const detail = 'Expected once, with 1 to 100 printable ASCII characters.';
    throw new ApiError('validation_error', {
      issues: [{ in: 'header', pointer: '/Idempotency-Key', code: 'invalid_format', detail }],
    });
  }
  return header;
}

/** "The same body": method, path and JSON value; the order of members does not count (D89). */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  const canonical = JSON.stringify(body, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(`${method} ${path}\n${canonical}`).digest();
}

/** One use of an `Idempotency-Key`, inside the transaction of the action itself (D93). */
export class IdempotentCall {
  readonly #db: TeamDb;
  readonly #place: [lineageId: string, key: string];
  readonly #fingerprint: Buffer;
  readonly #now: Date;
  readonly #sealKey: KeyObject;

  constructor(
    db: TeamDb,
    actor: KeyActor,
    request: { key: string; fingerprint: Buffer; now: Date; sealKey: KeyObject },
  ) {
    this.#db = db;
    this.#place = [actor.lineageId, request.key];
    this.#fingerprint = request.fingerprint;
    this.#now = request.now;
    this.#sealKey = request.sealKey;
  }

  get #context(): string {
    return [this.#db.tenantId, ...this.#place].join('\n');
  }

  get #expiry(): Date {
    return new Date(this.#now.getTime() - VALID_MS);
  }

  /**
   * Takes the key or answers what was stored under it. Whoever finds it taken is told at once; a
   * crash frees it with the connection (D92).
   */
  async begin(): Promise<StoredReply | null> {
    const row = await this.#db.row<RecordRow>(
      `select l.locked, r.fingerprint, r.status, r.body, r.location, r.language
       from (select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0))
         as locked) l
       left join idempotency_record r
         on r.tenant_id = $1 and r.lineage_id = $2 and r.key = $3 and r.created_at > $4`,
      [...this.#place, this.#expiry],
    );
    if (!row?.locked) throw inFlight();
    if (!row.fingerprint) return null;
    if (!row.fingerprint.equals(this.#fingerprint)) {
      throw new ApiError('idempotency_mismatch', {
        detail: 'This Idempotency-Key was used with another body or path.',
      });
    }
    const body = unseal(this.#sealKey, row.body, this.#context);
    return { status: row.status, body, location: row.location, language: row.language };
  }

  /**
   * Stores the response with the action. The snapshot of `begin` may be older than its lock; then
   * the row of the call that came first stands in the way here, and this one is undone.
   */
  async store(reply: StoredReply): Promise<void> {
    const row = await this.#db.row<{ key: string }>(
      `insert into idempotency_record as r
         (tenant_id, lineage_id, key, fingerprint, status, body, location, created_at,
          language)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $10)
       on conflict (tenant_id, lineage_id, key) do update
         set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
           location = excluded.location, created_at = excluded.created_at,
           language = excluded.language
         where r.created_at <= $9
       returning r.key`,
      [
        ...this.#place,
        this.#fingerprint,
        reply.status,
        seal(this.#sealKey, reply.body, this.#context),
        reply.location,
        this.#now,
        this.#expiry,
        reply.language,
      ],
    );
    if (!row) throw inFlight();
  }
}

function inFlight(): ApiError {
  return new ApiError('conflict', {
    detail: 'A call with the same Idempotency-Key is still running.',
  });
}
