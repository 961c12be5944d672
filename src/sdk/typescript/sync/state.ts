/** The list that a pass is reading, and the place in it. */
export type Pass = {
  /** The mark of all trainings of this pass. */
  mark: string;
  /** The time of the service before the first page. */
  startedAt: string;
  /** Whether the pass ends after the evaluations, without reading the list of trainings. */
  changesOnly: boolean;
  list: 'evaluations' | 'trainings';
  /** The newest erasure before the first page. */
  erasure?: string;
  /** Undefined before the first page of the list. */
  cursor?: string;
};

/** The progress of a copy. Keep it as JSON beside the copy, and change nothing in it. */
export type SyncState = {
  /** The next pass reads changes from this time on. Undefined before the first complete pass. */
  updatedSince?: string;
  /** The newest erasure that the copy has obeyed. */
  erasure?: string;
  /** The pass that is running, or that was interrupted. */
  pass?: Pass;
};

/**
 * A change can become visible up to 30 seconds after its time, and the clocks of two servers differ
 * a little. So each pass also reads the changes of the minutes before the start of the last pass.
 */
const OVERLAP_MS = 5 * 60_000;

/** What the service says before the first page of a pass. */
export type Start = { now: Date; erasure: string | undefined };

/**
 * Whether this pass fills the copy anew, because somebody was erased since the pass before. An erasure takes names out
 * of the texts of others, and gives no evaluation a new time. And an evaluation that is corrected while the pass reads
 * is on no page of it. So such a pass keeps of the copy only what it has read itself.
 */
export function isAnew({ erasure, pass }: SyncState): boolean {
  return pass?.erasure !== undefined && pass.erasure !== erasure;
}

/** The state at the start of a pass. */
export function begun(
  stored: SyncState,
  { now, erasure }: Start,
  changesOnly: boolean,
): SyncState & { pass: Pass } {
  const { updatedSince } = stored;
  const isEmpty = updatedSince === undefined && stored.pass === undefined;
  const obeyed = isEmpty ? erasure : stored.erasure;
  const pass: Pass = {
    mark: crypto.randomUUID(),
    startedAt: now.toISOString(),
    changesOnly,
    list: 'evaluations',
    ...(erasure === undefined ? {} : { erasure }),
  };
  const state = { ...(obeyed === undefined ? {} : { erasure: obeyed }), pass };
  if (isAnew(state)) return { ...state, pass: { ...pass, changesOnly: false, list: 'trainings' } };
  // If the clock of the service was put back, new changes get times that are already read. So the
  // pass then reads everything.
  const isPast = updatedSince !== undefined && Date.parse(updatedSince) < now.getTime();
  return isPast ? { updatedSince, ...state } : state;
}

/** The state after a page. `cursor` is that of the next page, if there is a next page. */
export function after(state: SyncState & { pass: Pass }, cursor: string | undefined): SyncState {
  const { pass, ...rest } = state;
  const { cursor: _, ...list } = pass;
  if (cursor !== undefined) return { ...rest, pass: { ...list, cursor } };
  const second = isAnew(state) ? 'evaluations' : 'trainings';
  if (pass.list !== second && !pass.changesOnly)
    return { ...rest, pass: { ...list, list: second } };
  // Only a complete pass moves the time, and it moves it to its start: corrections that came during
  // the pass have later times.
  const since = new Date(Date.parse(pass.startedAt) - OVERLAP_MS);
  const { erasure } = pass;
  return { updatedSince: since.toISOString(), ...(erasure === undefined ? {} : { erasure }) };
}
