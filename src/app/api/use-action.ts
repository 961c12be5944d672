import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallContext } from './client.ts';
import { isUnreachable } from './failure.ts';

type Options = { context: CallContext };
type Work<I, O> = (input: I, options: Options) => Promise<O>;

export type Action<I> = {
  /** True if the change was made. Otherwise `error` says what went wrong. */
  run: (input: I) => Promise<boolean>;
  /** For a form, which shows the error itself. */
  orThrow: (input: I) => Promise<void>;
  isBusy: boolean;
  error: unknown;
  reset: () => void;
};

/**
 * One change of the team. If the answer got lost, the same input is sent with the same
 * `Idempotency-Key`, so that it has one effect.
 */
export function useAction<I, O>(
  work: Work<I, O>,
  done?: (answer: O, input: I) => unknown,
): Action<I> {
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

/** Like `useAction`, for changes about no team: it sends no `Idempotency-Key`. */
export function useOwnAction<I, O>(
  work: (input: I) => Promise<O>,
  done?: (answer: O, input: I) => unknown,
): Action<I> {
  return useAction<I, O>((input) => work(input), done);
}
