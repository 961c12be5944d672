/** The list that a pass is reading, and the place in it. */
export type Pass = {
  /** The mark of all trainings of this pass. */
  mark: string;
  /** The time of the service before the first page. */
  startedAt: string;
  /** Whether the pass ends after the evaluations, without reading the list of trainings. */
  changesOnly: boolean;
  list: 'evaluations' | 'trainings';
  /** Undefined before the first page of the list. */
  cursor?: string;
};

/** The progress of a copy. Keep it as JSON beside the copy, and change nothing in it. */
export type SyncState = {
  /** The next pass reads changes from this time on. Undefined before the first complete pass. */
  updatedSince?: string;
  /** The pass that is running, or that was interrupted. */
  pass?: Pass;
};

/**
 * A change can become visible up to 30 seconds after its time, and the clocks of two servers differ
 * a little. So each pass also reads the changes of the minutes before the start of the last pass.
 */
const OVERLAP_MS = 5 * 60_000;

/** The state at the start of a pass. */
export function begun(
  { updatedSince }: SyncState,
  now: Date,
  changesOnly: boolean,
): SyncState & { pass: Pass } {
  const pass: Pass = {
    mark: crypto.randomUUID(),
    startedAt: now.toISOString(),
    changesOnly,
    list: 'evaluations',
  };
  // If the clock of the service was put back, new changes get times that are already read. So the
  // pass then reads everything.
  const isPast = updatedSince !== undefined && Date.parse(updatedSince) < now.getTime();
  return isPast ? { updatedSince, pass } : { pass };
}

/** The state after a page. `cursor` is that of the next page, if there is a next page. */
export function after(
  { pass, ...rest }: SyncState & { pass: Pass },
  cursor: string | undefined,
): SyncState {
  const { cursor: _, ...list } = pass;
  if (cursor !== undefined) return { ...rest, pass: { ...list, cursor } };
  if (pass.list === 'evaluations' && !pass.changesOnly) {
    return { ...rest, pass: { ...list, list: 'trainings' } };
  }
  // Only a complete pass moves the time, and it moves it to its start: corrections that came during
  // the pass have later times.
  const since = new Date(Date.parse(pass.startedAt) - OVERLAP_MS);
  return { updatedSince: since.toISOString() };
}
