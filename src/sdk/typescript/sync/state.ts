/** Which list a pass is reading, and how far it is. */
export type Pass = {
  /** What all trainings of this pass are marked with. */
  mark: string;
  /** The time of the service before the first page. */
  startedAt: string;
  /** It ends after the evaluations: the trainings are not compared. */
  changesOnly: boolean;
  list: 'evaluations' | 'trainings';
  /** Undefined before the first page of the list. */
  cursor?: string;
};

/** How far a copy is. Plain data: keep it as JSON beside the copy, and change nothing in it. */
export type SyncState = {
  /** From when on the next pass reads changes. Undefined before the first complete pass. */
  updatedSince?: string;
  /** The pass that is under way, or was broken off. */
  pass?: Pass;
};

/**
 * A change can be read up to 30 seconds after its time, and the clocks of two servers differ a
 * little. So each pass reads from a while before the start of the one before it.
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
  // A service whose clock was put back gives its changes times that have been before.
  const isPast = updatedSince !== undefined && Date.parse(updatedSince) < now.getTime();
  return isPast ? { updatedSince, pass } : { pass };
}

/** The state after a page. The cursor is that of the next page, if there is one. */
export function after(
  { pass, ...rest }: SyncState & { pass: Pass },
  cursor: string | undefined,
): SyncState {
  const { cursor: _, ...list } = pass;
  if (cursor !== undefined) return { ...rest, pass: { ...list, cursor } };
  if (pass.list === 'evaluations' && !pass.changesOnly) {
    return { ...rest, pass: { ...list, list: 'trainings' } };
  }
  // Only a complete pass moves the time: what was corrected meanwhile is saved after its start.
  const since = new Date(Date.parse(pass.startedAt) - OVERLAP_MS);
  return { updatedSince: since.toISOString() };
}
