/** Safari needs this timer, because it does not say when it is idle. */
const LATER_MS = 1_000;

/** Does the work once the browser has nothing else to do. The returned function cancels that. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, LATER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
