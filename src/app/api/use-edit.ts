import { useRef } from 'react';
import { codeOf } from './failure.ts';
import { useAction, type WorkOptions } from './use-action.ts';

/** The values of an object, by the names of its fields. */
export type FieldValues = Record<string, unknown>;

type Options<V, O, N> = {
  /** Saves the values, unless somebody has saved something after that version. */
  send: (values: V, version: string, options: WorkOptions) => Promise<O>;
  /** Reads the object again, with its version. */
  newest: () => Promise<N | undefined>;
  /** The fields that `send` would save. */
  mine: (values: V) => FieldValues;
  /** The fields of the object as `mine` names them. Missing: the object itself has these names. */
  theirs?: (object: N) => FieldValues;
  done: (answer: O) => unknown;
};

/** The changes that others have saved since the object was read. */
export type Stale = {
  /** The server's refusal. It lists what others have saved. */
  error: unknown;
  /** What the person has entered. */
  mine: FieldValues;
  /** Reads what is saved now, and its version. */
  newest: () => Promise<{ fields: FieldValues; version: string } | null>;
  /** Saves the person's entries over this version, because the person has seen it now. */
  overwrite: (version: string) => Promise<unknown>;
  /** Why `overwrite` has failed. */
  failure: unknown;
  close: () => void;
};

type Edit<V> = {
  /** Throws the error, because a form shows it. `version` is the version that the person saw. */
  save: (values: V, version: string) => Promise<void>;
  run: (values: V, version: string) => Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  /** The changes of others, for the `StaleDialog`. */
  stale: Stale | null;
};

/** Changes something that others may change at the same time. */
export function useEdit<V, O, N extends { version?: string | null }>(
  options: Options<V, O, N>,
): Edit<V> {
  const { send, newest, mine, theirs, done } = options;
  type Edited = { values: V; version: string };
  const entered = useRef<V>(undefined);
  const work = ({ values, version }: Edited, call: WorkOptions) => {
    entered.current = values;
    return send(values, version, call);
  };
  const first = useAction(work, done);
  const over = useAction(work, (answer) => {
    first.reset();
    return done(answer);
  });
  const overwrite = async (version: string) => {
    const values = entered.current;
    if (values !== undefined) await over.run({ values, version });
  };
  const readNewest = async () => {
    const object = await newest();
    if (!object?.version) return null;
    return { fields: theirs?.(object) ?? { ...object }, version: object.version };
  };
  const close = () => {
    first.reset();
    over.reset();
  };
  const isStale = codeOf(first.error) === 'stale';
  const isStaleAgain = codeOf(over.error) === 'stale';
  const error = isStaleAgain ? over.error : first.error;
  const failure = isStaleAgain ? null : over.error;
  const mineNow = entered.current === undefined ? {} : mine(entered.current);
  return {
    save: (values, version) => first.orThrow({ values, version }),
    run: (values, version) => first.run({ values, version }),
    isBusy: first.isBusy || over.isBusy,
    error: isStale ? null : first.error,
    stale: isStale ? { error, mine: mineNow, newest: readNewest, overwrite, failure, close } : null,
  };
}
