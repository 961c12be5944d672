import type { Prisma } from '../../../db/generated/client.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import { daysBefore } from '../calendar.ts';
import type { DemoKeys } from './keys.ts';
import { OFFICE, SERVER } from './origin.ts';
import type { Requests } from './requests.ts';

/** The last use of each key: its newest line in the log, or a moment before its end. */
export function keyUseRows(
  tenantId: string,
  keys: DemoKeys,
  requests: Requests,
  now: Date,
): Prisma.ApiKeyUseCreateManyInput[] {
  const newest = lastUses(requests);
  return Object.values(keys).map((key) => {
    const before = new Date(daysBefore(now, key.endedDays).getTime() - 5 * HOUR_MS);
    const last = newest.get(key.id) ?? { at: before, ip: key.ranges ? SERVER : OFFICE };
    return { tenant_id: tenantId, key_id: key.id, used_at: last.at, used_ip: last.ip };
  });
}

/** The newest line of each key, among requests that were not answered with 401. */
export function lastUses({ lines }: Requests): Map<string, { at: Date; ip: string }> {
  const newest = new Map<string, { at: Date; ip: string }>();
  for (const { key_id, created_at: at, ip, status } of lines) {
    const previous = newest.get(key_id);
    if (status !== 401 && (!previous || previous.at < at)) newest.set(key_id, { at, ip });
  }
  return newest;
}
