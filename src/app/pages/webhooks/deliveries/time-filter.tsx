import { useState } from 'react';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { useTexts } from '../../../text/language.ts';
import { momentOf, zonedText } from '../../../text/zoned-input.ts';
import { controlClass } from '../../../ui/field.tsx';
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
          <Moment at={values.from} label={t.from} onChange={(from) => set({ from, span: '' })} />
          <Moment at={values.to} label={t.to} onChange={(to) => set({ to, span: '' })} />
        </span>
      ) : null}
    </>
  );
}

type MomentProps = { label: string; at: string | undefined; onChange: (at: string) => void };

/** In the team's time zone, as all times of the app. */
function Moment({ label, at, onChange }: MomentProps) {
  const timeZone = useTimeZone();
  const isMoment = at !== undefined && !Number.isNaN(Date.parse(at));
  return (
    <label className="flex w-full items-center gap-1.5 text-sm text-soft sm:w-auto">
      <span className="w-10 sm:w-auto">{label}</span>
      <input
        className={controlClass(false)}
        onChange={({ target }) => onChange(momentOf(target.value, timeZone) ?? '')}
        type="datetime-local"
        value={isMoment ? zonedText(at, timeZone) : ''}
      />
    </label>
  );
}
