import { rateSubject } from '../auth/ip-range.ts';
import { ApiError } from '../shared/errors.ts';

const WINDOW_MS = 60_000;
/** Calls of one address in a window without a session: enough for an office in the morning. */
export const CALLS_PER_ADDRESS = 600;

/**
 * Counts the calls of each address without a session, in the memory of this process, so that a refusal
 * costs no query. The database counts what all processes share, such as failed passwords.
 */
export class AddressLimit {
  #calls = new Map<string, number>();
  #endsAt = 0;

  /** Throws when the address has used up its calls. */
  charge(ip: string | null): void {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#calls = new Map();
      this.#endsAt = now + WINDOW_MS;
    }
    const subject = ip === null ? 'unknown' : rateSubject(ip);
    const calls = (this.#calls.get(subject) ?? 0) + 1;
    this.#calls.set(subject, calls);
    if (calls <= CALLS_PER_ADDRESS) return;
    const retryAfter = Math.ceil((this.#endsAt - now) / 1000);
    throw new ApiError('rate_limited', { limit: CALLS_PER_ADDRESS, retryAfter });
  }
}
