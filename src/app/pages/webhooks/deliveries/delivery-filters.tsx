import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../../api/client.ts';
import { MomentField } from '../../../session/moment-field.tsx';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useStateOptions } from '../../../ui/state.tsx';
import { deliveryTexts } from '../delivery/texts.ts';
import { allTypes } from '../event-types.ts';
import { listTexts } from './texts.ts';
import { spans, type useDeliveryFilters } from './use-delivery-filters.ts';

type Props = { filters: ReturnType<typeof useDeliveryFilters>; hasEndpoints: boolean };

export function DeliveryFilters({ filters, hasEndpoints }: Props) {
  const t = useTexts(listTexts);
  const { errors } = useTexts(deliveryTexts);
  const { values, set, clear, isFiltered } = filters;
  return (
    <>
      <SearchField label={t.id} onChange={(id) => set({ id })} value={values.id ?? ''} />
      <FilterSelect
        any={t.anyStatus}
        label={t.status}
        onChange={(status) => set({ status })}
        options={useStateOptions('delivery')}
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
      {values.answer ? (
        <FilterChip
          name={t.answer}
          onRemove={() => set({ answer: '' })}
          removes={t.removeAnswer}
          value={answerText(values.answer, errors)}
        />
      ) : null}
      {isFiltered ? (
        <Button icon="close" look="quiet" onClick={clear} title={t.clear}>
          <span className="sm:hidden-text">{t.clear}</span>
        </Button>
      ) : null}
    </>
  );
}

const answerText = (answer: string, errors: Record<string, string>) => errors[answer] ?? answer;

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

type TimeFilterProps = { filters: ReturnType<typeof useDeliveryFilters> };

/** A period that moves with the clock, or one with fixed ends. The chart sets fixed ends too. */
function TimeFilter({ filters: { values, set } }: TimeFilterProps) {
  const t = useTexts(listTexts);
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = isOpen || Boolean(values.from || values.to);
  const span = isOwn ? 'own' : spans.find((one) => one === values.span);
  const choose = (next: string) => {
    setIsOpen(next === 'own');
    set({ span: spans.find((one) => one === next) ?? '', from: '', to: '' });
  };
  return (
    <>
      <FilterSelect
        any={t.times.all}
        label={t.time}
        onChange={choose}
        options={([...spans, 'own'] as const).map((one) => [one, t.times[one]] as const)}
        value={span}
      />
      {isOwn ? (
        <span className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
          <MomentField
            at={values.from}
            label={t.from}
            onChange={(from) => set({ from, span: '' })}
          />
          <MomentField at={values.to} label={t.to} onChange={(to) => set({ to, span: '' })} />
        </span>
      ) : null}
    </>
  );
}
