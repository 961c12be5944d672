import type { ServerResponse } from 'node:http';
import { ApiError } from '../shared/errors.ts';
import { Overload } from '../shared/overload.ts';

/** Smaller answers fit into the buffers of a connection. */
const LARGE_BYTES = 64 * 1024;
const MAX_BYTES_OF_TEAM = 64 * 1024 * 1024;

/**
 * Counts the bytes of answers that a team has not read yet. They wait in our memory, and a page may
 * have two megabytes. Above 64 MiB the team gets 503, so that the other teams are not affected.
 */
export class UnreadAnswers {
  readonly #bytes = new Map<string, number>();

  check(tenantId: string): void {
    if ((this.#bytes.get(tenantId) ?? 0) <= MAX_BYTES_OF_TEAM) return;
    const cause = new Overload(
      'unread_answers',
      'the team does not read the answers that it has asked for',
    );
    throw new ApiError('unavailable', { cause });
  }

  /** Counts the answer until its connection has sent it or was closed. */
  add(tenantId: string, body: string | null, res: ServerResponse): void {
    const size = body?.length ?? 0;
    if (size < LARGE_BYTES || res.closed) return;
    this.#count(tenantId, size);
    res.once('close', () => this.#count(tenantId, -size));
  }

  #count(tenantId: string, size: number): void {
    const bytes = (this.#bytes.get(tenantId) ?? 0) + size;
    if (bytes > 0) this.#bytes.set(tenantId, bytes);
    else this.#bytes.delete(tenantId);
  }
}
