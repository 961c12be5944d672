import type { TeamVisit } from '../../operation/call.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { ApiError } from '../../shared/errors.ts';
import { describeState } from './describe-state.ts';
import type { EndpointHealth, EndpointHealthInput } from './endpoint-detail.schema.ts';

const HOURS = { '24h': 24, '7d': 7 * 24 } as const;

/**
 * How many attempts have arrived and how many have failed in each hour, for a chart and for the
 * list of endpoints.
 */
export async function getEndpointHealth(
  call: TeamVisit,
  { endpoint_id, period }: EndpointHealthInput,
): Promise<EndpointHealth> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: {
      tenant_id,
      deleted_at: null,
      ...(endpoint_id === undefined ? {} : { id: endpoint_id }),
    },
    omit: { secret: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  if (endpoint_id !== undefined && endpoints.length === 0) throw new ApiError('not_found');
  const first = Math.floor(now.getTime() / HOUR_MS) - HOURS[period] + 1;
  const since = new Date(first * HOUR_MS);
  const counted = await prisma.webhookEndpointHour.findMany({
    where: { tenant_id, endpoint_id: { in: endpoints.map(({ id }) => id) }, hour: { gte: since } },
  });
  const ofEndpoint = Map.groupBy(counted, (row) => row.endpoint_id);
  const data = endpoints.map((endpoint) => {
    const hours = Array.from({ length: HOURS[period] }, (_, i) => ({
      at: new Date((first + i) * HOUR_MS).toISOString(),
      ok: 0,
      failed: 0,
    }));
    for (const { hour, ok, failed } of ofEndpoint.get(endpoint.id) ?? []) {
      const one = hours[hour.getTime() / HOUR_MS - first];
      if (one) Object.assign(one, { ok, failed });
    }
    return {
      endpoint_id: endpoint.id,
      ...describeState(call, endpoint),
      ok: hours.reduce((sum, { ok }) => sum + ok, 0),
      failed: hours.reduce((sum, { failed }) => sum + failed, 0),
      hours,
    };
  });
  return { since: since.toISOString(), data };
}
