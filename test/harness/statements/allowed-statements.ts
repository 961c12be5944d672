/**
 * Statements of the product that look at rows of several teams. Each names one family of tables, so a cluster
 * runs it on all of its servers. Each has a reason to name no team.
 */
const allowed: readonly { reason: string; place: RegExp; text?: RegExp }[] = [
  {
    // The place is that of Prisma, whose caller is not known any more.
    reason: 'lists the sessions that wait, for the operator (`training waiting`)',
    place: /^src\/db\/prisma\/borrowed-connection\.ts:/,
    text: /^SELECT .* FROM "public"."training_intake" WHERE .*"waiting_since" IS NOT NULL/,
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
  return allowed.some(({ place: of, text }) => of.test(place) && (text?.test(sent) ?? true));
}
