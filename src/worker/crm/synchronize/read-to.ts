import { SECOND_MS } from '../../../shared/durations.ts';
import type { Progress } from './progress.ts';

/** A run that works without a stop may take longer. What changes meanwhile comes with the next one. */
const HELD_UP_MS = 30 * SECOND_MS;

/**
 * Up to when a run that ends has read. Null if that is its own beginning and nothing has held it up: then the next run
 * comes as planned. A full pass may work for hours, so what has changed meanwhile is read at once (P805).
 */
export function readTo(
  { run, cursors }: Pick<Progress, 'run' | 'cursors'>,
  { now, wasFull }: { now: Date; wasFull: boolean },
): Date | null {
  const opened = cursors.flatMap(({ opened_at }) => opened_at?.getTime() ?? []);
  const at = Math.min(run.started_at.getTime(), ...opened);
  const heldUpMs = now.getTime() - at - (wasFull ? 0 : run.worked_ms);
  const isOlder = at < run.started_at.getTime();
  // A stream that was switched on during the run has not been read yet.
  const isLacking = opened.length < cursors.length;
  return isOlder || isLacking || heldUpMs > HELD_UP_MS ? new Date(at) : null;
}
