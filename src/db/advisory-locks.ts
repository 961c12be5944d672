/**
 * The numbers of advisory locks, in one place so that no two are equal. The number of any other advisory lock
 * is a hash of what it protects, such as an Idempotency-Key or the active admins of a team.
 */
export const advisoryLocks = {
  /** Prisma's own lock: `prisma migrate deploy` and our migrations wait for each other. */
  migrating: 72_707_369,
  /** The worker that applies migrations beside the running processes holds this lock. */
  migratingOnline: 7_201_005,
  housekeeping: 7_201_001,
  logPartitions: 7_201_004,
  /** The lock of a queue runner, which holds it while it lives. The second key is the runner's number. */
  runnerPresence: 7_201_002,
  /**
   * Every other process that uses the embedded PostgreSQL holds this lock shared. The process that
   * started PostgreSQL takes it exclusively before it stops PostgreSQL.
   */
  embeddedInUse: 7_201_003,
} as const;
