/**
 * All advisory locks that are named by a number, so that no two are the same. Others are named by a
 * hash of what they protect: an Idempotency-Key, the active admins of a team.
 */
export const advisoryLocks = {
  /** Prisma's own lock: `prisma migrate deploy` and our migrations wait for each other. */
  migrating: 72_707_369,
  housekeeping: 7_201_001,
  /** The second number is a runner of the queue. The runner holds the lock as long as it lives. */
  presence: 7_201_002,
  /**
   * Each other process that uses the embedded PostgreSQL holds it shared. The process that started
   * PostgreSQL takes it exclusively before it stops it.
   */
  embeddedInUse: 7_201_003,
} as const;
