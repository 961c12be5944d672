import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/client.ts';
import { useTexts } from '../../../text/language.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SelectBox } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { allTypes } from '../event-types.ts';
import { listTexts } from './texts.ts';
import { TimeFilter } from './time-filter.tsx';
import { statuses, type useDeliveryFilters } from './use-delivery-filters.ts';

type Props = { filters: ReturnType<typeof useDeliveryFilters>; hasEndpoints: boolean };

export function DeliveryFilters({ filters, hasEndpoints }: Props) {
  const t = useTexts(listTexts);
  const { values, set, clear, isFiltered } = filters;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField label={t.id} onChange={(id) => set({ id })} value={values.id ?? ''} />
      <SelectBox
        aria-label={t.status}
        onChange={({ target }) => set({ status: target.value })}
        value={filters.status ?? ''}
      >
        <option value="">{t.anyStatus}</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {t.statuses[one]}
          </option>
        ))}
      </SelectBox>
      <SelectBox
        aria-label={t.type}
        onChange={({ target }) => set({ type: target.value })}
        value={filters.filter.type ?? ''}
      >
        <option value="">{t.anyType}</option>
        {allTypes.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectBox>
      {hasEndpoints ? <EndpointFilter filters={filters} /> : null}
      <TimeFilter filters={filters} />
      {isFiltered ? <IconButton icon="close" label={t.clear} onClick={clear} /> : null}
    </search>
  );
}

function EndpointFilter({ filters: { values, set } }: Pick<Props, 'filters'>) {
  const t = useTexts(listTexts);
  const { data } = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  return (
    <div className="max-w-56">
      <SelectBox
        aria-label={t.endpoint}
        onChange={({ target }) => set({ endpoint: target.value })}
        value={values.endpoint ?? ''}
      >
        <option value="">{t.anyEndpoint}</option>
        {data?.data.map(({ id, url }) => (
          <option key={id} value={id}>
            {url.slice('https://'.length)}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}
