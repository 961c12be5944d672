import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import type { DeliveryValues } from '../../../../features/webhooks/find-deliveries.schema.ts';
import { trpc } from '../../../api/client.ts';
import { OwnPeriod, usePeriodFields } from '../../../session/period-fields.tsx';
import { useTexts } from '../../../text/language.ts';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import type { FilterField, FilterOption } from '../../../ui/filter/filter-fields.ts';
import { useStateOptions } from '../../../ui/state.tsx';
import { deliveryTexts } from '../delivery/texts.ts';
import { allTypes } from '../event-types.ts';
import { listTexts } from './texts.ts';
import { spans, type useDeliveryFilters } from './use-delivery-filters.ts';

type Props = { filters: ReturnType<typeof useDeliveryFilters>; hasEndpoints: boolean };

const periodNames = { period: 'span', since: 'from', until: 'to' };

export function DeliveryFilters({ filters, hasEndpoints }: Props) {
  const { values, set } = filters;
  const { counted, found, count } = useValueCounts(filters);
  const t = useTexts(listTexts);
  // An answer that is not 2xx is found by its status.
  const { http_status: _, ...errors }: Record<string, string> = useTexts(deliveryTexts).errors;
  const endpoint = useEndpointField();
  const answers = found('answer').filter(([answer]) => !Object.hasOwn(errors, answer));
  const offered = spans.map((one) => [one, t.times[one]] as const);
  const times = usePeriodFields({ names: periodNames, label: t.time, values }, offered);
  const fields: FilterField[] = [
    {
      name: 'status',
      label: t.status,
      options: counted('status', useStateOptions('delivery')),
      // Many people look for this word first.
      read: (text) => (/^(fail|fehlge|fehlsch)/i.test(text) ? 'gave_up' : undefined),
    },
    {
      name: 'type',
      label: t.type,
      options: counted(
        'type',
        allTypes.map((type) => [type, type]),
      ),
    },
    ...(hasEndpoints ? [{ ...endpoint, options: counted('endpoint', endpoint.options) }] : []),
    ...times,
    {
      name: 'answer',
      label: t.answer,
      options: [...answers, ...counted('answer', Object.entries(errors))],
      read: (text) => (/^\d{3}$/.test(text) ? text : undefined),
      show: (answer) => errors[answer] ?? answer,
    },
  ];
  return (
    <>
      <FilterBar
        fields={fields}
        onChange={set}
        onOpen={count}
        search={{ name: 'id', label: t.id }}
        values={values}
      />
      <OwnPeriod names={periodNames} onChange={set} values={values} />
    </>
  );
}

/** How many deliveries the list would have with each value. They are counted once a person looks for a filter. */
function useValueCounts({ filter, status }: Props['filters']) {
  const [isAsked, count] = useReducer(() => true, false);
  const { data } = useQuery(
    trpc.webhooks.countDeliveryValues.queryOptions(
      { ...filter, ...(status && { status }) },
      { enabled: isAsked, placeholderData: keepPreviousData },
    ),
  );
  const found = (field: DeliveryValues['found'][number]['field']) =>
    (data?.found ?? [])
      .filter((one) => one.field === field)
      .map(({ value, deliveries }): FilterOption => [value, value, deliveries]);
  const counted = (field: Parameters<typeof found>[0], options: readonly FilterOption[]) => {
    const counts = new Map(found(field).map(([value, , deliveries]) => [value, deliveries]));
    // If nothing was counted, there are too many deliveries, or no answer yet.
    const none = data?.found.length ? 0 : undefined;
    return options.map(([value, label]): FilterOption => [value, label, counts.get(value) ?? none]);
  };
  return { counted, found, count };
}

function useEndpointField(): FilterField {
  const t = useTexts(listTexts);
  const { data } = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  const options = (data?.data ?? []).map(
    ({ id, url }) => [id, url.slice('https://'.length)] as const,
  );
  return { name: 'endpoint', label: t.endpoint, options };
}
