/**
 * The numbers of advisory locks, in one place so that no two are equal. Other locks have a hash of
 * what they protect as their number: an Idempotency-Key, the active admins of a team.
 */
export const advisoryLocks = {
  /** Prisma's own lock: `prisma migrate deploy` and our migrations wait for each other. */
  migrating: 72_707_369,
  /** Of the workers one applies the migrations that take long. */
  migratingOnline: 7_201_005,
  housekeeping: 7_201_001,
  logPartitions: 7_201_004,
  /** A runner of the queue holds it with its own number as the second key, as long as it lives. */
  runnerPresence: 7_201_002,
  /**
   * Each other process that uses the embedded PostgreSQL holds it shared. The process that started
   * PostgreSQL takes it exclusively before it stops it.
   */
  embeddedInUse: 7_201_003,
} as const;
