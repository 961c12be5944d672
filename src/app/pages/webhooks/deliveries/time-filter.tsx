import { useState } from 'react';
import { MomentField } from '../../../session/moment-field.tsx';
import { useTexts } from '../../../text/language.ts';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { listTexts } from './texts.ts';
import { spans, type useDeliveryFilters } from './use-delivery-filters.ts';

type Props = { filters: ReturnType<typeof useDeliveryFilters> };

/** A period that moves with the clock, or one with fixed ends. The chart sets fixed ends too. */
export function TimeFilter({ filters: { values, set } }: Props) {
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
