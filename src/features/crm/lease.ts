/** A worker that says nothing for so long has lost the connection that it has claimed. */
export const LEASE_MS = 60_000;

/** Whether a worker has claimed the connection, and is still at it. */
export function isInWork({ leased_at }: { leased_at: Date | null }, now: Date): boolean {
  return leased_at !== null && now.getTime() - leased_at.getTime() < LEASE_MS;
}
