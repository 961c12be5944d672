import { randomUUID, randomUUIDv7 } from 'node:crypto';

/**
 * Makes the id of a request (D21). The id begins with the time, so a line of the request log can be
 * found by its id without an index of ids.
 */
export function newRequestId(): string {
  return randomUUIDv7();
}

/**
 * The id of the trace that begins with a request. A request id has the size of one, and its last 62 bits are random,
 * also for samplers. So every process knows it, and nothing stores or carries it.
 */
export function traceIdOf(requestId: string): string {
  return requestId.replaceAll('-', '');
}

/** The id of a request of the past, for a demo team. */
export function requestIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The greatest usual difference between the clock of a process and that of the database. */
const AROUND_MS = 300_000;

export type Span = { from: Date; to: Date };

/**
 * The time around which the request was made, according to its id. The clock of the process that made the id
 * may be wrong.
 */
export function timeAround(id: string): Span | null {
  if (id[14] !== '7') return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: new Date(at - AROUND_MS), to: new Date(at + AROUND_MS) };
}
