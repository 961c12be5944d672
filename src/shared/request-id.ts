import { randomUUIDv7 } from 'node:crypto';

/**
 * Made by us for each request (D21). It begins with the time, so that the line of a request is found by
 * its id without an index of ids (P249).
 */
export function newRequestId(): string {
  return randomUUIDv7();
}

/** When the process that made it did so, by its own clock, which may be wrong. */
export function timeOfRequestId(id: string): Date | null {
  if (id[14] !== '7') return null;
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
