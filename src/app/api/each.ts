import { codeOf, isOverloaded, isUnreachable } from './failure.ts';
import type { WorkOptions } from './use-action.ts';

/** More at once would keep the team's other calls waiting. */
const MOST_AT_ONCE = 4;

export type Outcome<R, O> = {
  done: { row: R; answer: O }[];
  failed: { row: R; error: unknown }[];
};

/** The keys of calls whose answers got lost, by the verb and the row. */
export type LostKeys = Map<string, string>;

type Work<R, O> = {
  verb: string;
  work: (row: R, options: WorkOptions) => Promise<O>;
  lost: LostKeys;
};

/**
 * Does the same with each of several rows, one call a row. After a failure that says nothing about its row, such as a
 * lost answer or a rate limit, the remaining rows are not tried. The next time, a lost call is sent with the same
 * `Idempotency-Key`, so that it has one effect.
 */
export async function each<R, O>(
  rows: readonly R[],
  { verb, work, lost }: Work<R, O>,
): Promise<Outcome<R, O>> {
  const left = [...rows];
  const outcome: Outcome<R, O> = { done: [], failed: [] };
  const workOff = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const text = `${verb} ${JSON.stringify(row)}`;
      const idempotencyKey = lost.get(text) ?? crypto.randomUUID();
      lost.delete(text);
      try {
        outcome.done.push({ row, answer: await work(row, { context: { idempotencyKey } }) });
      } catch (error) {
        outcome.failed.push({ row, error });
        if (isUnreachable(error)) lost.set(text, idempotencyKey);
        if (!concernsAll(error)) continue;
        outcome.failed.push(...left.splice(0).map((other) => ({ row: other, error })));
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, workOff));
  return outcome;
}

const ofCaller: readonly unknown[] = ['rate_limited', 'not_signed_in', 'fresh_proof_required'];

/** Whether the other calls would fail too. */
const concernsAll = (error: unknown) =>
  isUnreachable(error) || isOverloaded(error) || ofCaller.includes(codeOf(error));
