import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { successShare } from '../../../../shared/figures.ts';
import { useTexts } from '../../../text/language.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
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
type Value = string | number | null;

/** The columns that can order the list, and what each compares. Null comes last. */
const values = {
  url: ({ url }) => new URL(url).host + url,
  rate: (_, health) => health && successShare(health),
  p95: (_, health) => health?.p95_ms ?? null,
  success: ({ last_success_at }) => last_success_at,
} as const satisfies Record<
  string,
  (endpoint: Listed, health: Health | undefined) => Value | undefined
>;

type Column = keyof typeof values;

/** The browser can sort, because the page has all endpoints of a team: at most a hundred. */
export function sortedEndpoints<R extends Listed>(
  rows: readonly R[],
  health: ReadonlyMap<string, Health>,
  order: string | undefined,
): readonly R[] {
  const column = order?.replace(/^-/, '') ?? '';
  if (!Object.hasOwn(values, column)) return rows;
  const read = values[column as Column];
  const sign = order?.startsWith('-') ? -1 : 1;
  const valueIn = (row: R): Value => read(row, health.get(row.id)) ?? null;
  return [...rows].sort((one, other) => {
    const [a, b] = [valueIn(one), valueIn(other)];
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (a < b ? -1 : 1);
  });
}
