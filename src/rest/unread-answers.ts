import type { ServerResponse } from 'node:http';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';

/** Smaller ones fit into the buffers of a connection. */
const LARGE = 64 * 1024;
const MOST_OF_A_TEAM = 64 * 1024 * 1024;

/**
 * How much of its answers a team has not taken yet. They wait in our memory, and a page may have
 * two megabytes: who asks without reading is told 503 before that becomes everybody's trouble.
 */
export class UnreadAnswers {
  readonly #bytes = new Map<string, number>();

  check(tenantId: string): void {
    if ((this.#bytes.get(tenantId) ?? 0) <= MOST_OF_A_TEAM) return;
    const cause = new Overload(
      'unread_answers',
      'the team does not read the answers that it has asked for',
    );
    throw new ApiError('unavailable', { cause });
  }

  /** Counts the answer until its connection has taken it, or is gone. */
  add(tenantId: string, body: string | null, res: ServerResponse): void {
    const size = body?.length ?? 0;
    if (size < LARGE || res.closed) return;
    this.#count(tenantId, size);
    res.once('close', () => this.#count(tenantId, -size));
  }

  #count(tenantId: string, size: number): void {
    const bytes = (this.#bytes.get(tenantId) ?? 0) + size;
    if (bytes > 0) this.#bytes.set(tenantId, bytes);
    else this.#bytes.delete(tenantId);
  }
}
