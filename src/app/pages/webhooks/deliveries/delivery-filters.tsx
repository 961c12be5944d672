import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/client.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
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
    <>
      <SearchField label={t.id} onChange={(id) => set({ id })} value={values.id ?? ''} />
      <FilterSelect
        any={t.anyStatus}
        label={t.status}
        onChange={(status) => set({ status })}
        options={statuses.map((status) => [status, t.statuses[status]] as const)}
        value={filters.status}
      />
      <FilterSelect
        any={t.anyType}
        label={t.type}
        onChange={(type) => set({ type })}
        options={allTypes.map((type) => [type, type] as const)}
        value={filters.filter.type}
      />
      {hasEndpoints ? <EndpointFilter filters={filters} /> : null}
      <TimeFilter filters={filters} />
      {isFiltered ? (
        <Button icon="close" look="quiet" onClick={clear} title={t.clear}>
          <span className="sm:hidden-text">{t.clear}</span>
        </Button>
      ) : null}
    </>
  );
}

function EndpointFilter({ filters: { values, set } }: Pick<Props, 'filters'>) {
  const t = useTexts(listTexts);
  const { data } = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  return (
    <FilterSelect
      any={t.anyEndpoint}
      label={t.endpoint}
      onChange={(endpoint) => set({ endpoint })}
      options={(data?.data ?? []).map(({ id, url }) => [id, url.slice('https://'.length)] as const)}
      value={values.endpoint}
    />
  );
}
