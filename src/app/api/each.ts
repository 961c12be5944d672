import { isUnreachable } from './failure.ts';
import type { WorkOptions } from './use-action.ts';

/** More at once would keep the team's other calls waiting. */
const MOST_AT_ONCE = 4;

export type Outcome<R, O> = {
  done: { row: R; answer: O }[];
  failed: { row: R; error: unknown }[];
};

/** The keys of calls whose answers got lost, by what they were about. */
export type LostKeys = Map<string, string>;

/**
 * Does the same with each of several rows, one call a row. Once an answer is lost, the remaining rows are not tried. The
 * next time, a lost call is sent with the same `Idempotency-Key`, so that it has one effect.
 */
export async function each<R, O>(
  rows: readonly R[],
  work: (row: R, options: WorkOptions) => Promise<O>,
  lost: LostKeys = new Map(),
): Promise<Outcome<R, O>> {
  const left = [...rows];
  const outcome: Outcome<R, O> = { done: [], failed: [] };
  const workOff = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const text = JSON.stringify(row);
      const idempotencyKey = lost.get(text) ?? crypto.randomUUID();
      lost.delete(text);
      try {
        outcome.done.push({ row, answer: await work(row, { context: { idempotencyKey } }) });
      } catch (error) {
        outcome.failed.push({ row, error });
        if (!isUnreachable(error)) continue;
        lost.set(text, idempotencyKey);
        outcome.failed.push(...left.splice(0).map((other) => ({ row: other, error })));
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, workOff));
  return outcome;
}
