import { type ComponentType, use } from 'react';
import { findReason, PartError } from '../api/part-error.ts';

export type LazyPart<P extends object> = ComponentType<P> & {
  /** Loads the code ahead. A call after a failure loads again. */
  load: () => Promise<unknown>;
};

type Attempt<P> = { found: Promise<ComponentType<P>>; hasFailed: boolean };

/**
 * A component whose code is loaded when it is needed. If that fails, it throws a `PartError`. It never reloads the page
 * by itself.
 */
export function lazyPart<P extends object>(find: () => Promise<ComponentType<P>>): LazyPart<P> {
  let Loaded: ComponentType<P> | undefined;
  let last: Attempt<P> | undefined;
  const attempt = (): Attempt<P> => {
    if (last && !last.hasFailed) return last;
    const attempt: Attempt<P> = { found: bring(find, load), hasFailed: false };
    attempt.found.then(
      (found) => {
        Loaded = found;
      },
      () => {
        attempt.hasFailed = true;
      },
    );
    last = attempt;
    return attempt;
  };
  const load = () => attempt().found;
  // biome-ignore lint/correctness/noComponentHookFactories: a module makes each part once.
  const Part = (props: P) => {
    if (Loaded) return <Loaded {...props} />;
    const Found = use((last ?? attempt()).found);
    return <Found {...props} />;
  };
  return Object.assign(Part, { load });
}

/** Browsers remember a failed import until the page is reloaded. So no import begins while the browser is offline. */
async function bring<P>(
  find: () => Promise<ComponentType<P>>,
  again: () => Promise<unknown>,
): Promise<ComponentType<P>> {
  if (!navigator.onLine) throw new PartError('unreachable', again);
  try {
    return await find();
  } catch (error) {
    throw new PartError(await findReason(), again, error);
  }
}
