/**
 * Every advisory lock that is named by a number, in one place so that no two are the same. Others
 * are named by a hash of what they protect: an Idempotency-Key, the active admins of a team.
 */
export const advisoryLocks = {
  /** Prisma's own: `prisma migrate deploy` and our migrations wait for each other. */
  migrating: 72_707_369,
  housekeeping: 7_201_001,
  /** With a runner of the queue as the second number: held as long as that one lives. */
  presence: 7_201_002,
  /** Of an embedded database: shared by its guests, wanted alone by the owner who leaves. */
  house: 7_201_003,
} as const;
