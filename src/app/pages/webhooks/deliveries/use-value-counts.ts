import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  DeliveryValues,
  FoundDeliveries,
} from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { MINUTE_MS } from '../../../../shared/time/durations.ts';
import { trpc } from '../../../api/client.ts';
import type { StateCounts } from '../../../ui/filter/facets.tsx';
import type { FilterOption } from '../../../ui/filter/filter-fields.ts';
import type { useDeliveryFilters } from './use-delivery-filters.ts';

export const COUNT_MS = 15_000;
/** The count looks at each delivery. While a person reads, it must not cost more than the list itself. */
const MANY = 2_000;

type Field = NonNullable<DeliveryValues['found']>[number]['field'];
type Props = {
  filters: ReturnType<typeof useDeliveryFilters>;
  endpointId: string | undefined;
  /** The pages of the list, which loads first. */
  pages: readonly FoundDeliveries[] | undefined;
};

/** How many deliveries the list would have with each value. */
export function useValueCounts({ filters: { filter, status }, endpointId, pages }: Props) {
  const { data, isError } = useQuery(
    trpc.webhooks.countDeliveryValues.queryOptions(
      { ...filter, ...(status && { status }), ...(endpointId && { is_endpoint_fixed: true }) },
      {
        enabled: pages !== undefined,
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          pages?.length === 1 && ((state.data?.looked ?? 0) > MANY ? MINUTE_MS : COUNT_MS),
      },
    ),
  );
  // Null if there are too many deliveries to count.
  const values = data?.found;
  const found = (field: Field) =>
    (values ?? [])
      .filter((one) => one.field === field)
      .map(({ value, deliveries }): FilterOption => [value, value, deliveries]);
  const countsOf = (field: Field) =>
    new Map(found(field).map(([value, , deliveries = 0]) => [value, deliveries]));
  const counted = (field: Field, options: readonly FilterOption[]) => {
    const counts = countsOf(field);
    const none = values ? 0 : undefined;
    return options.map(([value, label]): FilterOption => [value, label, counts.get(value) ?? none]);
  };
  const isOver = values === null || isError;
  const states: StateCounts = values ? withSum(countsOf('status')) : isOver ? null : undefined;
  return { counted, found, states };
}

const withSum = (counts: ReadonlyMap<string, number>) => ({
  ...Object.fromEntries(counts),
  all: [...counts.values()].reduce((sum, count) => sum + count, 0),
});
