import type { SyncState } from './state.ts';
import type { Step } from './sync.ts';

/** A training in a copy, with its evaluation once it has one. */
export type CopyEntry<T, E> = { training: T; evaluation?: E; mark: string };

/** A copy as a plain object. You can keep it as JSON. Begin with `{}`. */
export type Copy<T, E> = {
  state?: SyncState;
  /** The trainings by their ids. */
  entries?: Record<string, CopyEntry<T, E>>;
};

export type Apply<T, E> = (copy: Copy<T, E>, step: Step<T, E>) => void;

export function apply<T extends { id: string }, E extends { training_id: string }>(
  copy: Copy<T, E>,
  { trainings, evaluations, mark, complete, state }: Step<T, E>,
): void {
  copy.entries ??= {};
  const { entries } = copy;
  for (const training of trainings)
    entries[training.id] = { ...entries[training.id], training, mark };
  for (const evaluation of evaluations) {
    const entry = entries[evaluation.training_id];
    if (entry) entry.evaluation = evaluation;
  }
  for (const [id, entry] of Object.entries(entries)) {
    if (complete && entry.mark !== mark) delete entries[id];
  }
  copy.state = state;
}
