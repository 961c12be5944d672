import { createHash, type KeyObject } from 'node:crypto';
import type { TeamDb } from '../db/team-db.ts';
import { ApiError, type FieldIssue } from '../shared/errors/errors.ts';
import { codeOf } from '../shared/errors/system-error-code.ts';
import type { Language } from '../shared/language/language.ts';
import { seal, unseal } from '../shared/secrets/seal.ts';
import type { Owner, StoredAnswers } from './stored-answers.ts';

/** How long a stored response is repeated (D97). */
const VALID_MS = 24 * 60 * 60 * 1000;
const NOT_NULL_VIOLATION = '23502';

export type StoredReply = {
  status: number;
  body: string;
  location: string | null;
  /** The language of a problem's texts. Null if the response is not a problem. */
  language: Language | null;
};

type RecordRow = { locked: boolean; fingerprint: Buffer | null } & {
  status: number;
  body: Buffer;
  location: string | null;
  language: Language | null;
};

/** Reads the raw header. It may come only once, and contains printable ASCII characters (D87). */
export function readIdempotencyKey(headers: readonly string[]): string | undefined {
  const [header] = headers;
  if (header === undefined) return undefined;
  if (headers.length > 1 || !/^[\x20-\x7e]{1,100}$/.test(header)) {
    const detail = 'Expected once, with 1 to 100 printable ASCII characters.';
    throw new ApiError('validation_error', {
      issues: [{ in: 'header', pointer: '/Idempotency-Key', code: 'invalid_format', detail }],
    });
  }
  return header;
}

/**
 * Two calls are the same if their actions (in REST: method and path) and their JSON values are the
 * same. The order of an object's members does not matter (D89).
 */
export function fingerprintOf(action: string, body: unknown): Buffer {
  const canonical = JSON.stringify(body, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(`${action}\n${canonical}`).digest();
}

/**
 * True if a refusal is stored as the response to the key. A failed validation, 429 and 5xx leave the key
 * unused (D90, D91).
 */
export function isStoredRefusal(status: number, issues?: FieldIssue[]): boolean {
  return !issues && status !== 429 && status < 500;
}

/** Binds an encrypted body to its record: a body that is copied to another record cannot be decrypted. */
export function sealContextOf(tenantId: string, owner: string, key: string): string {
  return [tenantId, owner, key].join('\n');
}

/** One use of an `Idempotency-Key`, in the transaction of the action itself (D93). */
export class IdempotentCall {
  readonly #db: TeamDb;
  readonly #recordKey: [owner: string, idempotencyKey: string];
  readonly #fingerprint: Buffer;
  readonly #now: Date;
  readonly #sealKey: KeyObject;
  readonly #stored: StoredAnswers;
  readonly #counted: readonly Owner[];

  constructor(
    db: TeamDb,
    request: {
      /**
       * The owner of the key, who may repeat the call. In REST this is the lineage of the API key: rotated
       * keys share the lineage, so a call may be repeated with the new key (D88). In the app it is the
       * person.
       */
      owner: string;
      key: string;
      fingerprint: Buffer;
      now: Date;
      sealKey: KeyObject;
      stored: StoredAnswers;
      /** The owners for whom the bytes of the answer are counted. */
      counted: readonly Owner[];
    },
  ) {
    this.#db = db;
    this.#recordKey = [request.owner, request.key];
    this.#fingerprint = request.fingerprint;
    this.#now = request.now;
    this.#sealKey = request.sealKey;
    this.#stored = request.stored;
    this.#counted = request.counted;
  }

  get #sealContext(): string {
    return sealContextOf(this.#db.tenantId, ...this.#recordKey);
  }

  /** Records stored at or before this time have expired. */
  get #oldestValid(): Date {
    return new Date(this.#now.getTime() - VALID_MS);
  }

  /**
   * Locks the key, or returns the stored response. A parallel call with the same key gets 409 at
   * once. A crash releases the lock (D92). If an owner has stored too many answers, the call gets
   * 429, which leaves the key unused (D91).
   */
  async begin(): Promise<StoredReply | null> {
    // TeamDb adds the tenant's id as $1.
    const row = await this.#db.row<RecordRow>(
      `select l.locked, r.fingerprint, r.status, r.body, r.location, r.language
       from (select pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0))
         as locked) l
       left join idempotency_record r
         on r.tenant_id = $1 and r.lineage_id = $2 and r.key = $3 and r.created_at > $4`,
      [...this.#recordKey, this.#oldestValid],
    );
    if (!row?.locked) throw inFlight();
    if (!row.fingerprint) {
      this.#stored.requireRoom(this.#counted, this.#now);
      return null;
    }
    if (!row.fingerprint.equals(this.#fingerprint)) {
      throw new ApiError('idempotency_mismatch', {
        detail: 'This Idempotency-Key was used with another body or path.',
      });
    }
    const body = unseal(this.#sealKey, row.body, this.#sealContext);
    return { status: row.status, body, location: row.location, language: row.language };
  }

  /**
   * Stores the response in the transaction of the action. An earlier call may have committed its row after
   * `begin` has read. Then this insert finds that row, which is still valid, and must stop the commit that
   * follows it at once. So it sets a column to null that must not be null.
   */
  store(reply: StoredReply): Promise<void> {
    const body = seal(this.#sealKey, reply.body, this.#sealContext);
    this.#stored.add(this.#counted, body.length, this.#now);
    return this.#db.collect({
      text: `insert into idempotency_record as r
         (tenant_id, lineage_id, key, fingerprint, status, body, location, created_at,
          language)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $10)
       on conflict (tenant_id, lineage_id, key) do update
         set fingerprint = case when r.created_at <= $9 then excluded.fingerprint end,
           status = excluded.status, body = excluded.body, location = excluded.location,
           created_at = excluded.created_at, language = excluded.language`,
      params: [
        ...this.#recordKey,
        this.#fingerprint,
        reply.status,
        body,
        reply.location,
        this.#now,
        this.#oldestValid,
        reply.language,
      ],
      explain: (error) => (isOfFingerprint(error) ? inFlight() : error),
    });
  }
}

/** The message names the column, in all languages of PostgreSQL and also over the coordinator of a sharded database. */
function isOfFingerprint(error: unknown): boolean {
  return codeOf(error) === NOT_NULL_VIOLATION && String(error).includes('fingerprint');
}

function inFlight(): ApiError {
  return new ApiError('conflict', {
    because: 'call_running',
  });
}
