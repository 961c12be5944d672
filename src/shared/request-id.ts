import { randomUUID, randomUUIDv7 } from 'node:crypto';

/**
 * Makes the id of a request (D21). The id begins with the time, so a line of the request log can be
 * found by its id without an index of ids (P249).
 */
export function newRequestId(): string {
  return randomUUIDv7();
}

/** The id of a request of the past, for a demo team. */
export function requestIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** How far the clock of a process may be from the database's, if nothing is wrong. */
const AROUND_MS = 300_000;

export type Span = { from: Date; to: Date };

/**
 * The time at which the request was made, as far as its id tells it. The process that made the id
 * has a clock of its own, and this clock may be wrong.
 */
export function timeAround(id: string): Span | null {
  if (id[14] !== '7') return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: new Date(at - AROUND_MS), to: new Date(at + AROUND_MS) };
}
