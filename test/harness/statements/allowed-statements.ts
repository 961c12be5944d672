/**
 * Statements of the product that read rows of several teams. Each has a reason to name no team. Each names tables of one
 * family only, so that a cluster can run it on all of its servers.
 */
const allowed: readonly { reason: string; place: RegExp; text?: RegExp }[] = [
  {
    // The place is in Prisma's code, because the stack no longer contains its caller.
    reason: 'lists the sessions that wait, for the operator (`training waiting`)',
    place: /^src\/db\/prisma\/borrowed-connection\.ts:/,
    text: /^SELECT .* FROM "public"."training_intake" WHERE .*"waiting_since" IS NOT NULL/,
  },
  {
    reason: 'ends the lists of changes of all teams after a restore (`erasure apply`)',
    place: /^src\/db\/prisma\/borrowed-connection\.ts:/,
    text: /^UPDATE "public"."change_feed" SET "keeps" = /,
  },
  {
    reason: 'reads the memberships of several people at once, each in the team of a session',
    place: /^src\/auth\/membership\.ts:/,
  },
  {
    reason: 'finds the teams whose sums a worker has to keep',
    place: /^src\/worker\/analytics\/keep-all-sums\.ts:/,
  },
  {
    reason: 'finds the teams whose changes a worker has to place',
    place: /^src\/worker\/feed\/place-events\.ts:/,
  },
  {
    reason: 'finds the erasures that readers of several teams have taken, each in its team',
    place: /^src\/rest\/feed-readers\.ts:/,
    text: /from changed_object c\s+where c\.tenant_id = any/,
  },
  {
    reason: 'finds the sessions that have waited too long, before it removes them team by team',
    place: /^src\/worker\/housekeeping\/retention\.ts:/,
  },
  {
    reason: 'counts the sessions that wait, for the metric of the operator',
    place: /^src\/worker\/housekeeping\/waiting-sessions\.ts:/,
  },
  {
    reason: 'finds out whether a day has lines outside of its partition',
    place: /^src\/worker\/housekeeping\/log-partitions\.ts:/,
  },
];

export function isAllowed(place: string, sent: string): boolean {
  return allowed.some(
    ({ place: places, text }) => places.test(place) && (text?.test(sent) ?? true),
  );
}
