export type LatePart<T> = {
  load: () => Promise<T>;
  /** Undefined until it is loaded. */
  loaded: () => T | undefined;
};

/**
 * Code that a page can be drawn without. It is loaded when it is first needed, and without need as soon as
 * the browser has nothing else to do.
 */
export function latePart<T>(read: () => Promise<T>): LatePart<T> {
  let part: T | undefined;
  const load = async () => {
    part ??= await read();
    return part;
  };
  whenIdle(() => {
    // Whoever needs it is told.
    load().catch(() => undefined);
  });
  return { load, loaded: () => part };
}

/** Safari does not say when it is idle. */
const LATER_MS = 1_000;

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, LATER_MS);
}
