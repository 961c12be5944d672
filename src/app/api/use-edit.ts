import { useRef } from 'react';
import { codeOf } from './failure.ts';
import { useAction, type WorkOptions } from './use-action.ts';

type Options<V, O> = {
  /** Saves the values, unless others have saved something over that version. */
  send: (values: V, version: string, options: WorkOptions) => Promise<O>;
  /** Reads the object again, for its version. */
  newest: () => Promise<{ version?: string | null } | undefined>;
  done: (answer: O) => unknown;
};

/** Others have saved something since the object was read. */
export type Stale = {
  /** Says what they have saved. */
  error: unknown;
  /** Saves the person's entries over theirs. */
  overwrite: () => Promise<unknown>;
  /** Why that has failed. */
  failure: unknown;
  close: () => void;
};

type Edit<V> = {
  /** For a form, which shows the error itself. The version is the one that the person saw. */
  save: (values: V, version: string) => Promise<void>;
  run: (values: V, version: string) => Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  /** For the `StaleDialog`. */
  stale: Stale | null;
};

/** Changes something that others may change at the same time. */
export function useEdit<V, O>({ send, newest, done }: Options<V, O>): Edit<V> {
  type Edited = { values: V; version: string };
  const entered = useRef<V>(undefined);
  const work = ({ values, version }: Edited, options: WorkOptions) => {
    entered.current = values;
    return send(values, version, options);
  };
  const first = useAction(work, done);
  const over = useAction(work, (answer) => {
    first.reset();
    return done(answer);
  });
  const overwrite = async () => {
    const version = (await newest())?.version;
    const values = entered.current;
    if (version && values !== undefined) await over.run({ values, version });
  };
  const close = () => {
    first.reset();
    over.reset();
  };
  const isStale = codeOf(first.error) === 'stale';
  const isStaleAgain = codeOf(over.error) === 'stale';
  const error = isStaleAgain ? over.error : first.error;
  const failure = isStaleAgain ? null : over.error;
  return {
    save: (values, version) => first.orThrow({ values, version }),
    run: (values, version) => first.run({ values, version }),
    isBusy: first.isBusy || over.isBusy,
    error: isStale ? null : first.error,
    stale: isStale ? { error, overwrite, failure, close } : null,
  };
}
