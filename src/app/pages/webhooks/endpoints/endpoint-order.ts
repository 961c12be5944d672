import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { successShare } from '../../../../shared/web/figures.ts';
import { sortedRows } from '../../../ui/sorted-rows.ts';

export const orders = ['rate', '-p95', 'success', 'url'] as const;

type Health = EndpointHealth['data'][number];
type Listed = { id: string; url: string; status: string; last_success_at: string | null };

/** The browser can sort, because the page has all endpoints of a team: at most a hundred. */
export function sortedEndpoints<R extends Listed>(
  rows: readonly R[],
  health: ReadonlyMap<string, Health>,
  order: string | undefined,
): readonly R[] {
  const healthOf = ({ id }: R) => health.get(id);
  return sortedRows(rows, order, {
    url: ({ url }) => new URL(url).host + url,
    rate: (row) => {
      const found = healthOf(row);
      return found && successShare(found);
    },
    p95: (row) => healthOf(row)?.p95_ms,
    success: ({ last_success_at }) => last_success_at,
  });
}
