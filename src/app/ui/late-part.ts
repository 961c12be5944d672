import { findReason, PartError } from '../api/part-error.ts';
import { whenIdle } from './when-idle.ts';

export type LatePart<T> = {
  /** Loads the code. A call after a failure loads again. */
  load: () => Promise<T>;
  /** The last load, even if it failed, or the first one. */
  lastLoad: () => Promise<T>;
  /** The part. Undefined until it is loaded. */
  loaded: () => T | undefined;
};

/** Code that is loaded when it is needed. If that fails, it throws a `PartError`. It never reloads the page by itself. */
export function latePart<T>(read: () => Promise<T>): LatePart<T> {
  let part: T | undefined;
  let last: { loading: Promise<T>; hasFailed: boolean } | undefined;
  const begin = () => {
    const attempt = { loading: bring(read, load), hasFailed: false };
    attempt.loading.then(
      (loaded) => {
        part = loaded;
      },
      () => {
        attempt.hasFailed = true;
      },
    );
    last = attempt;
    return attempt.loading;
  };
  const load = () => (last && !last.hasFailed ? last.loading : begin());
  return { load, lastLoad: () => last?.loading ?? begin(), loaded: () => part };
}

/** A late part that is loaded when the browser is idle, if nobody needs it earlier. */
export function idlePart<T>(read: () => Promise<T>): LatePart<T> {
  const part = latePart(read);
  whenIdle(() => {
    // A failure does not matter here: whoever needs the part hears of it.
    part.load().catch(() => undefined);
  });
  return part;
}

/** Browsers remember a failed import until the page is reloaded. So no import begins while the browser is offline. */
async function bring<T>(read: () => Promise<T>, again: () => Promise<unknown>): Promise<T> {
  if (!navigator.onLine) throw new PartError('unreachable', again);
  try {
    return await read();
  } catch (error) {
    throw new PartError(await findReason(), again, error);
  }
}
