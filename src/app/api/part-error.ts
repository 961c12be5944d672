/**
 * `replaced`: the server has a newer build, without this part. `interrupted`: the server has the
 * part, but a browser that has missed it once does not ask for it again.
 */
export type PartReason = 'unreachable' | 'unavailable' | 'replaced' | 'interrupted';

/** A part of the app, such as a page, could not be loaded. */
export class PartError extends Error {
  readonly reason: PartReason;
  /** Asks for it once more. */
  readonly again: () => Promise<unknown>;

  constructor(reason: PartReason, again: () => Promise<unknown>, cause?: unknown) {
    super(`A part of the app could not be loaded: ${reason}`, { cause });
    this.reason = reason;
    this.again = again;
  }
}

const LIMIT_MS = 10_000;

/** Looks at the server's page to find out why a part is missing. */
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
