import { type ComponentType, use } from 'react';
import { findReason, PartError } from '../api/part-error.ts';

export type LazyPart<P extends object> = ComponentType<P> & {
  /** Loads the code ahead. After a failure it asks again. */
  load: () => Promise<unknown>;
};

type Attempt<P> = { found: Promise<ComponentType<P>>; hasFailed: boolean };

/**
 * A component whose code is loaded when it is needed. If that fails, it throws a `PartError`, and the
 * page is never loaded anew without a word (P600).
 */
export function lazyPart<P extends object>(find: () => Promise<ComponentType<P>>): LazyPart<P> {
  let Loaded: ComponentType<P> | undefined;
  let last: Attempt<P> | undefined;
  const attempt = (): Attempt<P> => {
    if (last && !last.hasFailed) return last;
    const begun: Attempt<P> = { found: bring(find, load), hasFailed: false };
    begun.found.then(
      (found) => {
        Loaded = found;
      },
      () => {
        begun.hasFailed = true;
      },
    );
    last = begun;
    return begun;
  };
  const load = () => attempt().found;
  // biome-ignore lint/correctness/noComponentHookFactories: each part is made once, in a module.
  const Part = (props: P) => {
    if (Loaded) return <Loaded {...props} />;
    const Found = use((last ?? attempt()).found);
    return <Found {...props} />;
  };
  return Object.assign(Part, { load });
}

/** Browsers keep a failed import until the page is loaded anew, so none begins while they are offline. */
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
