import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { successShare } from '../../../../shared/figures.ts';
import { useTexts } from '../../../text/language.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { sortedRows } from '../../../ui/sorted-rows.ts';
import { endpointTexts } from './texts.ts';

const orders = ['rate', '-p95', 'success', 'url'] as const;

type Props = { order: string | undefined; onSort: (order: string) => void };

/** The order of the list on a telephone, because a telephone has no room for the titles of the columns. */
export function EndpointOrder({ order, onSort }: Props) {
  const t = useTexts(endpointTexts);
  return (
    <search className="flex md:hidden">
      <FilterSelect
        any={t.newestFirst}
        label={t.order}
        onChange={onSort}
        options={orders.map((one) => [one, t.orders[one]] as const)}
        value={orders.find((one) => one === order)}
      />
    </search>
  );
}

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
