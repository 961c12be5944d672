/**
 * `replaced`: the server runs a newer build, which lacks this part. `interrupted`: the server has the part, but the
 * browser remembers the failed load and does not ask again.
 */
export type PartReason = 'unreachable' | 'unavailable' | 'replaced' | 'interrupted';

/** A part of the app, such as a page, could not be loaded. */
export class PartError extends Error {
  readonly reason: PartReason;
  /** Loads the part once more. */
  readonly again: () => Promise<unknown>;

  constructor(reason: PartReason, again: () => Promise<unknown>, cause?: unknown) {
    super(`A part of the app could not be loaded: ${reason}`, { cause });
    this.reason = reason;
    this.again = again;
  }
}

const LIMIT_MS = 10_000;

/** Asks the server for its page, to find out why a part is missing. */
export async function findReason(): Promise<PartReason> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const answer = await fetch('/app/', { cache: 'no-store', signal });
    if (!answer.ok) return 'unavailable';
    const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
    return own && (await answer.text()).includes(own) ? 'interrupted' : 'replaced';
  } catch {
    return 'unreachable';
  }
}
