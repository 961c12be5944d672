import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  DeliveryValues,
  FoundDeliveries,
} from '../../../../features/webhooks/find-deliveries.schema.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';
import { trpc } from '../../../api/client.ts';
import type { StateCounts } from '../../../ui/filter/facets.tsx';
import type { FilterOption } from '../../../ui/filter/filter-fields.ts';
import type { useDeliveryFilters } from './use-delivery-filters.ts';

export const COUNT_MS = 15_000;
/** The count looks at each delivery. While a person reads, it must not cost more than the list itself. */
const MANY = 2_000;

type Found = DeliveryValues['found'];
type Props = {
  filters: ReturnType<typeof useDeliveryFilters>;
  endpointId: string | undefined;
  /** The pages of the list, which loads first. */
  pages: readonly FoundDeliveries[] | undefined;
};

/** How many deliveries the list would have with each value. */
export function useValueCounts({ filters: { filter, status }, endpointId, pages }: Props) {
  const { data } = useQuery(
    trpc.webhooks.countDeliveryValues.queryOptions(
      { ...filter, ...(status && { status }), ...(endpointId && { is_endpoint_fixed: true }) },
      {
        enabled: pages !== undefined,
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          pages?.length === 1 && (sumOf(state.data?.found) > MANY ? MINUTE_MS : COUNT_MS),
      },
    ),
  );
  // If nothing was counted, there are too many deliveries, unless the list has found that there is none.
  const isKnown = data && (data.found.length > 0 || pages?.[0]?.searched.deliveries === 0);
  const found = (field: Found[number]['field']) =>
    (data?.found ?? [])
      .filter((one) => one.field === field)
      .map(({ value, deliveries }): FilterOption => [value, value, deliveries]);
  const countsOf = (field: Found[number]['field']) =>
    new Map(found(field).map(([value, , deliveries = 0]) => [value, deliveries]));
  const counted = (field: Found[number]['field'], options: readonly FilterOption[]) => {
    const counts = countsOf(field);
    const none = isKnown ? 0 : undefined;
    return options.map(([value, label]): FilterOption => [value, label, counts.get(value) ?? none]);
  };
  const states: StateCounts = isKnown ? countsOf('status') : data && null;
  return { counted, found, states };
}

/** Each delivery has one type. */
const sumOf = (found: Found = []) =>
  found.reduce((sum, { field, deliveries }) => sum + (field === 'type' ? deliveries : 0), 0);
