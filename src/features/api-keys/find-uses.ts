import { normaliseIp } from '../../auth/ip-range.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { requestsOf } from '../../shared/figures.ts';
import { firstDay, REQUEST_LOG_DAYS } from '../../shared/kept-days.ts';
import type { ListedKey } from './api-keys.schema.ts';

type Uses = Pick<ListedKey, 'last_use' | 'requests_by_day' | 'limited'>;

/**
 * When each key was last used, and how often in the last thirty days. The numbers are those of the page of
 * API requests.
 */
export async function findUses(
  { db, prisma, now }: PrismaCall,
  ids: string[],
): Promise<(id: string) => Uses> {
  const where = { tenant_id: db.tenantId, key_id: { in: ids } };
  const since = firstDay(now);
  const last = await prisma.apiKeyUse.findMany({ where });
  const days = await prisma.requestDay.findMany({ where: { ...where, day: { gte: since } } });
  const lastUse = new Map(last.map((use) => [use.key_id, use]));
  const daysOf = Map.groupBy(days, ({ key_id }) => key_id);
  return (id) => {
    const use = lastUse.get(id);
    const requests = new Array<number>(REQUEST_LOG_DAYS).fill(0);
    let limited = 0;
    for (const day of daysOf.get(id) ?? []) {
      requests[(day.day.getTime() - since.getTime()) / DAY_MS] = requestsOf(day);
      limited += day.limited;
    }
    return {
      last_use: use
        ? { at: use.used_at.toISOString(), ip: use.used_ip && normaliseIp(use.used_ip) }
        : null,
      requests_by_day: requests,
      limited,
    };
  };
}
