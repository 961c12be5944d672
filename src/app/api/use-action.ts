import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CallContext, reload } from './client.ts';
import { isUnreachable } from './failure.ts';

export type WorkOptions = { context: CallContext };
type Work<I, O> = (input: I, options: WorkOptions) => Promise<O>;
type Done<I, O> = (answer: O, input: I) => unknown;

export type Action<I> = {
  /** True if the change was made. Otherwise `error` says what went wrong. */
  run: (input: I) => Promise<boolean>;
  /** Throws a failure, for a form that shows the error itself. */
  orThrow: (input: I) => Promise<void>;
  isBusy: boolean;
  error: unknown;
  reset: () => void;
};

/** Changes something of the team. The page reads its data again, and only then is the change done. */
export function useAction<I, O>(work: Work<I, O>, done?: Done<I, O>): Action<I> {
  return useCall(work, async (answer, input) => {
    await reload();
    await done?.(answer, input);
  });
}

/** Like `useAction`, for a change that removes what the page shows: `done` closes it before the page reads again. */
export function useRemoval<I, O>(work: Work<I, O>, done: Done<I, O>): Action<I> {
  return useCall(work, async (answer, input) => {
    await done(answer, input);
    await reload();
  });
}

/** A change whose `work` sends an `Idempotency-Key` if it needs one. `done` reads again what has changed. */
export function useOwnAction<I, O>(work: (input: I) => Promise<O>, done?: Done<I, O>): Action<I> {
  return useCall((input) => work(input), done);
}

/** If the answer gets lost, the same input is sent with the same `Idempotency-Key`, so that it has one effect. */
function useCall<I, O>(work: Work<I, O>, done?: Done<I, O>): Action<I> {
  const lost = useRef<{ text: string; key: string }>(undefined);
  const mutation = useMutation({
    mutationFn: async (input: I) => {
      const text = JSON.stringify(input) ?? '';
      const key = lost.current?.text === text ? lost.current.key : crypto.randomUUID();
      lost.current = undefined;
      try {
        return await work(input, { context: { idempotencyKey: key } });
      } catch (error) {
        if (isUnreachable(error)) lost.current = { text, key };
        throw error;
      }
    },
  });
  const { mutateAsync, isPending, error, reset } = mutation;
  const orThrow = async (input: I) => {
    const answer = await mutateAsync(input);
    await done?.(answer, input);
  };
  const run = async (input: I) => {
    try {
      await orThrow(input);
      return true;
    } catch {
      return false;
    }
  };
  return { run, orThrow, isBusy: isPending, error, reset };
}
