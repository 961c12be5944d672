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
