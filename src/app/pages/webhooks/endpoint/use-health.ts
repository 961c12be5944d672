import { useQuery } from '@tanstack/react-query';
import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { trpc } from '../../../api/client.ts';

export const HEALTH_FRESH_MS = 15_000;
/** The hours of a day. */
export const DAY = 24;

export type Hours = EndpointHealth['data'][number]['hours'];

/** The attempts of each hour. Seven days, because the chart compares with the 24 hours before. */
export function useHealth(endpointId: string) {
  return useQuery(
    trpc.webhooks.endpointHealth.queryOptions(
      { endpoint_id: endpointId, period: '7d' },
      { refetchInterval: HEALTH_FRESH_MS },
    ),
  );
}

export function sumsOf(hours: Hours): { ok: number; failed: number } {
  return {
    ok: hours.reduce((sum, hour) => sum + hour.ok, 0),
    failed: hours.reduce((sum, hour) => sum + hour.failed, 0),
  };
}
