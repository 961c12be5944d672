/** A worker that has not renewed its claim of a connection for this long has lost the connection. */
export const LEASE_MS = 60_000;

/** True if a worker has claimed the connection and still works at it. */
export function isInWork({ leased_at }: { leased_at: Date | null }, now: Date): boolean {
  return leased_at !== null && now.getTime() - leased_at.getTime() < LEASE_MS;
}
