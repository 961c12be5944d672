import { rateSubject } from '../auth/ip-range.ts';
import { ApiError } from '../shared/errors.ts';

const WINDOW_MS = 60_000;
/** How many calls one address may make in a window without a session: an office that comes to work. */
export const CALLS_PER_ADDRESS = 600;

/**
 * Counts the calls of an address that nobody has signed in for. The counts are in the memory of this
 * process, so that a refusal costs nothing else. What must be the same for all processes, such as failed
 * passwords, is counted in the database.
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
