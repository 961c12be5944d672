export type LatePart<T> = {
  load: () => Promise<T>;
  /** The part. Undefined until it is loaded. */
  loaded: () => T | undefined;
};

/** Code that a page does not need at first. It is loaded when it is needed, or earlier when the browser is idle. */
export function latePart<T>(read: () => Promise<T>): LatePart<T> {
  let part: T | undefined;
  const load = async () => {
    part ??= await read();
    return part;
  };
  whenIdle(() => {
    // A failure does not matter here: whoever needs the part hears of it.
    load().catch(() => undefined);
  });
  return { load, loaded: () => part };
}

/** Safari needs this timer, because it does not say when it is idle. */
const LATER_MS = 1_000;

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, LATER_MS);
}
