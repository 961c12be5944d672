import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LineFilter } from '../../../features/request-log/request-log.schema.ts';
import type { Language } from '../../../shared/language.ts';
import { stateWord } from '../../../shared/states.ts';
import { trpc } from '../../api/client.ts';
import { MomentField } from '../../session/moment-field.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/check.tsx';
import { setDense, useDense } from '../../ui/density.ts';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { RequestIdSearch } from '../../ui/request-id-search.tsx';
import { FoundFilters } from './found-filters.tsx';
import { type LogFilters, periods, type SetFilters, statuses } from './line-filter.ts';
import { requestLogTexts } from './texts.ts';

type Props = { filters: LogFilters; setFilters: SetFilters };
type AllProps = Props & { filter: LineFilter };

export function RequestFilters({ filter, filters, setFilters }: AllProps) {
  const t = useTexts(requestLogTexts);
  const [isOpen, setIsOpen] = useState(false);
  const chosen = Object.keys(filter).filter((name) => name !== 'request_id').length;
  return (
    <>
      <RequestIdSearch
        onChange={(request_id) => setFilters({ request_id })}
        value={filters.request_id}
      />
      <div className="sm:hidden">
        <Button aria-expanded={isOpen} icon="filter" isWide onClick={() => setIsOpen(!isOpen)}>
          {t.filters(chosen)}
        </Button>
      </div>
      <div className={isOpen ? 'contents' : 'hidden sm:contents'}>
        <StatusChoice filters={filters} setFilters={setFilters} />
        <FoundFilters filter={filter} filters={filters} setFilters={setFilters} />
        <KeyChoice filters={filters} setFilters={setFilters} />
        <PeriodChoice filters={filters} setFilters={setFilters} />
      </div>
      <Chips filters={filters} setFilters={setFilters} />
    </>
  );
}

/** How the list is shown, beside its tabs and not among its filters. */
export function ListSwitches({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const isDense = useDense();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <Switch
        checked={filters.live === '1'}
        label={t.live}
        onChange={({ target }) => setFilters({ live: target.checked ? '1' : '' })}
      />
      <Switch
        checked={isDense}
        label={t.dense}
        onChange={({ target }) => setDense(target.checked)}
      />
    </div>
  );
}

const endings = { '2xx': ['ok'], '4xx': ['rejected', 'limited'], '5xx': ['server'] } as const;

function statusText(status: (typeof statuses)[number], language: Language): string {
  const words = endings[status].map((ending) => stateWord('request', ending, language));
  return `${words.join(', ')} (${status})`;
}

function StatusChoice({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  return (
    <FilterSelect
      any={t.anyStatus}
      label={t.status}
      onChange={(status) => setFilters({ status })}
      options={statuses.map((one) => [one, statusText(one, language)] as const)}
      value={statuses.find((one) => one === filters.status)}
    />
  );
}

export function KeyChoice({ filters: { key_id: chosen }, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const { data } = useQuery(trpc.apiKeys.list.queryOptions({ limit: '200' }));
  const options = (data?.data ?? []).map(
    ({ key_id, name, key_prefix }) => [key_id, `${name} · ${key_prefix}…`] as const,
  );
  const isElsewhere = chosen !== undefined && !options.some(([key_id]) => key_id === chosen);
  return (
    <FilterSelect
      isNarrow
      any={t.anyKey}
      label={t.key}
      onChange={(key_id) => setFilters({ key_id })}
      options={isElsewhere ? [...options, [chosen, chosen]] : options}
      value={chosen}
    />
  );
}

/** A period that ends now, or one with fixed ends. The charts set fixed ends too. */
export function PeriodChoice({ filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = isOpen || Boolean(filters.since || filters.until);
  const period = isOwn ? 'own' : periods.find((one) => one === filters.period);
  const choose = (next: string) => {
    setIsOpen(next === 'own');
    setFilters({ period: periods.find((one) => one === next) ?? '', since: '', until: '' });
  };
  return (
    <>
      <FilterSelect
        isNarrow
        any={t.periods.all}
        label={t.period}
        onChange={choose}
        options={([...periods, 'own'] as const).map((one) => [one, t.periods[one]] as const)}
        value={period}
      />
      {isOwn ? (
        <span className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
          <MomentField
            at={filters.since}
            label={t.from}
            onChange={(since) => setFilters({ since, period: '' })}
          />
          <MomentField
            at={filters.until}
            label={t.to}
            onChange={(until) => setFilters({ until, period: '' })}
          />
        </span>
      ) : null}
    </>
  );
}

/** Filters that came from another view. */
function Chips({ filters: { code }, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  if (!code) return null;
  return (
    <div className="flex w-full flex-wrap gap-2">
      <FilterChip
        name={t.code}
        onRemove={() => setFilters({ code: '' })}
        removes={t.remove(t.code)}
        value={code}
      />
    </div>
  );
}
