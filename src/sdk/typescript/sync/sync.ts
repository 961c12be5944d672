import type { CallOptions } from '../core/options.ts';
import {
  type Listed,
  PageReader,
  type ReadPage,
  refusesCursor,
  type Source,
} from './read-pages.ts';
import { after, begun, isAnew, type Pass, type SyncState } from './state.ts';

export type SyncOptions = CallOptions & {
  /**
   * Read new and corrected evaluations alone. Removed trainings then stay in the copy, and fields
   * that change without an evaluation keep their old values, until a call without this option. After
   * an erasure (`client.erasures`) the call reads everything all the same.
   */
  changesOnly?: boolean | undefined;
  /** How many trainings a step has at most: 1 to 200. The default is 200. */
  pageSize?: number | undefined;
};

/** The rows of one page. Write them into the copy, together with the state. */
export type Step<T, E> = {
  /** Replace the training with the same `id` by each of these. */
  trainings: T[];
  /** Replace the evaluation with the same `training_id` by each of these. */
  evaluations: E[];
  /** Keep this mark beside each training of this step. */
  mark: string;
  /**
   * True if everything has been read. Then write this step, and delete every training with another
   * mark, and its evaluation, because the service no longer shows them.
   */
  complete: boolean;
  /** Keep this state with the step, best in the same transaction, and give it to the next call. */
  state: SyncState;
};

export type Sync<C, T, E> = (
  client: C,
  state?: SyncState | null,
  options?: SyncOptions,
) => AsyncGenerator<Step<T, E>, void, undefined>;

export async function* sync<T extends Listed, E>(
  client: Source<T, E>,
  stored?: SyncState | null,
  { changesOnly = false, pageSize = 200, ...options }: SyncOptions = {},
): AsyncGenerator<Step<T, E>, void, undefined> {
  if (typeof (stored ?? {}) !== 'object') throw new TypeError('The state is an object, not a text');
  const reader = new PageReader(client, pageSize, options);
  let state: SyncState = stored ?? {};
  // An interrupted pass is finished first, so that its requests were not in vain. Rows may have
  // changed since it began, so a new pass always follows.
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
  // A pass that fills the copy anew lacks what was corrected meanwhile, and the next one finds it.
  let isLast = false;
  while (!isLast) {
    const start = { now: await reader.time(), erasure: await reader.newestErasure() };
    const next = begun(state, start, changesOnly);
    isLast = !isAnew(next);
    for await (const step of readPass(reader, next)) {
      yield step;
      state = step.state;
    }
  }
}

/** Reads the rest of the pass that the state is in. */
async function* readPass<T extends Listed, E>(
  reader: PageReader<T, E>,
  from: SyncState,
): AsyncGenerator<Step<T, E>, void, undefined> {
  const anew = isAnew(from);
  let { pass, ...rest } = from;
  while (pass) {
    const page = await readPage(reader, rest.updatedSince, pass);
    const { evaluations, cursor } = page;
    const state: SyncState = after({ ...rest, pass }, cursor);
    const complete = !pass.changesOnly && state.pass === undefined;
    // A scored training comes with its evaluation, or not at all.
    const isKept = ({ status }: T) => !anew || pass?.list === 'evaluations' || status !== 'scored';
    const trainings = page.trainings.filter(isKept);
    // A training that only the first list has shown was removed meanwhile. So the trainings of this
    // list get a mark that is not the mark of the last step.
    const mark = anew || pass.list === 'trainings' ? pass.mark : `${pass.mark}?`;
    yield { trainings, evaluations, mark, complete, state };
    ({ pass, ...rest } = state);
  }
}

function readPage<T extends Listed, E>(
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
