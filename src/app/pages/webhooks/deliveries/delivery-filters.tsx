import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/client.ts';
import { OwnPeriod, usePeriodFields } from '../../../session/period-fields.tsx';
import { useTexts } from '../../../text/language.ts';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../../ui/filter/filter-fields.ts';
import { useStateOptions } from '../../../ui/state.tsx';
import { deliveryTexts } from '../delivery/texts.ts';
import { allTypes } from '../event-types.ts';
import { listTexts } from './texts.ts';
import { spans, type useDeliveryFilters } from './use-delivery-filters.ts';
import type { useValueCounts } from './use-value-counts.ts';

type Props = {
  filters: ReturnType<typeof useDeliveryFilters>;
  counts: ReturnType<typeof useValueCounts>;
  hasEndpoints: boolean;
};

const periodNames = { period: 'span', since: 'from', until: 'to' };

export function DeliveryFilters({ filters, counts, hasEndpoints }: Props) {
  const { values, set } = filters;
  const { counted, found } = counts;
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
      word: 'response',
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
        search={{ name: 'id', label: t.id }}
        values={values}
      />
      <OwnPeriod names={periodNames} onChange={set} values={values} />
    </>
  );
}

function useEndpointField(): FilterField {
  const t = useTexts(listTexts);
  const { data } = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  const options = (data?.data ?? []).map(
    ({ id, url }) => [id, url.slice('https://'.length)] as const,
  );
  return { name: 'endpoint', label: t.endpoint, options };
}
