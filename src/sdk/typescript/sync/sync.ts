import type { CallOptions } from '../core/options.ts';
import { PageReader, type ReadPage, refusesCursor, type Source } from './read-pages.ts';
import { after, begun, type Pass, type SyncState } from './state.ts';

export type SyncOptions = CallOptions & {
  /**
   * Read new and corrected evaluations alone. What was removed then stays in the copy, and fields
   * that change without an evaluation stay as they were, until a call without this option.
   */
  changesOnly?: boolean | undefined;
  /** How many trainings a step has at most: 1 to 200. The default is 200. */
  pageSize?: number | undefined;
};

/** What one page has brought. Write it into the copy, and the state with it. */
export type Step<T, E> = {
  /** Put each in the place of the training with the same `id`. */
  trainings: T[];
  /** Put each in the place of the evaluation with the same `training_id`. */
  evaluations: E[];
  /** Keep it beside each training of this step. */
  mark: string;
  /**
   * All has been read: after writing this step, delete every training that has another mark, and
   * its evaluation. The service does not show them any more.
   */
  complete: boolean;
  /** Keep it when the step is written, best in the same transaction, and give it to the next call. */
  state: SyncState;
};

export type Sync<C, T, E> = (
  client: C,
  state?: SyncState | null,
  options?: SyncOptions,
) => AsyncGenerator<Step<T, E>, void, undefined>;

export async function* sync<T extends { id: string }, E>(
  client: Source<T, E>,
  stored?: SyncState | null,
  { changesOnly = false, pageSize = 200, ...options }: SyncOptions = {},
): AsyncGenerator<Step<T, E>, void, undefined> {
  if (typeof (stored ?? {}) !== 'object') throw new TypeError('The state is an object, not a text');
  const reader = new PageReader(client, pageSize, options);
  let state: SyncState = stored ?? {};
  // What was broken off comes first, so that no request of it was in vain. It may show what has
  // changed since it began, so a pass of this call follows in any case.
  if (state.pass) {
    try {
      for await (const step of readPass(reader, state)) {
        yield step;
        state = step.state;
      }
    } catch (error) {
      if (!refusesCursor(error)) throw error;
    }
  }
  yield* readPass(reader, begun(state, await reader.time(), changesOnly));
}

/** Reads from where the state is to the end of its pass. */
async function* readPass<T extends { id: string }, E>(
  reader: PageReader<T, E>,
  from: SyncState,
): AsyncGenerator<Step<T, E>, void, undefined> {
  let { pass, ...rest } = from;
  while (pass) {
    const { trainings, evaluations, cursor } = await readPage(reader, rest.updatedSince, pass);
    const state: SyncState = after({ ...rest, pass }, cursor);
    const complete = pass.list === 'trainings' && state.pass === undefined;
    // What only the first list has shown is gone: so it gets a mark that does not stay.
    const mark = pass.list === 'trainings' ? pass.mark : `${pass.mark}?`;
    yield { trainings, evaluations, mark, complete, state };
    ({ pass, ...rest } = state);
  }
}

function readPage<T extends { id: string }, E>(
  reader: PageReader<T, E>,
  since: string | undefined,
  { list, cursor }: Pass,
): Promise<ReadPage<T, E>> {
  switch (list) {
    case 'evaluations':
      return reader.changes(since, cursor);
    case 'trainings':
      return reader.trainings(cursor);
  }
}
