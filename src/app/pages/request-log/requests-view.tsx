import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';
import { statesOf } from '../../../shared/web/states.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { ContinueSearch } from '../../screens/continue-search.tsx';
import { SearchedBack } from '../../screens/searched-back.tsx';
import { OwnPeriod } from '../../session/period-fields.tsx';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { Swatch } from '../../ui/chart/swatch.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facets } from '../../ui/filter/facets.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toneOfEnding } from './ending-series.ts';
import { endingOf, LIVE_MS, type LogFilters, periodNames, type SetFilters } from './line-filter.ts';
import { PeriodSelect } from './period-select.tsx';
import { useRequestFields } from './request-fields.ts';
import { RequestTable } from './request-table.tsx';
import { requestLogTexts } from './texts.ts';
import { useLiveLines } from './use-live-lines.ts';

/** Loaded late, because it shows what it counts only after the list. */
const Histogram = late(
  () => import('./histogram.tsx').then((part) => part.Histogram),
  ({ filter }) => (filter.request_id === undefined ? <Skeleton className="h-19.5 w-full" /> : null),
);

type Props = { filter: LineFilter; filters: LogFilters; setFilters: SetFilters };

/** The chart stays while the lines of another filter load, because both show the same filter. */
export function RequestsView(props: Props) {
  const { filter, filters, setFilters } = props;
  const list = useList(filter);
  const counting = { filter, isLive: filters.live === '1', hasRows: list.data !== undefined };
  return (
    <Listing
      filters={
        <>
          <RequestFilters {...props} />
          <Endings {...counting} filters={filters} setFilters={setFilters} />
        </>
      }
      isTight
    >
      <div className="flex flex-col gap-2">
        <Histogram {...counting} setFilters={setFilters} />
        <Lines {...props} key={JSON.stringify(filter)} list={list} />
      </div>
    </Listing>
  );
}

function RequestFilters({ filter, filters, setFilters }: Props) {
  const fields = useRequestFields(filter, filters);
  const status = filter.ending ?? filter.status_class ?? filter.status;
  return (
    <>
      <FilterBar fields={fields} onChange={setFilters} values={{ ...filters, status }} />
      <PeriodSelect fields={fields} filters={filters} setFilters={setFilters} />
      <OwnPeriod names={periodNames} onChange={setFilters} values={filters} />
    </>
  );
}

type EndingsProps = Props & { isLive: boolean; hasRows: boolean };

/** How many requests ended in each way, whatever the status in the filter. It explains the colours of the chart, too. */
function Endings({ filter, filters, setFilters, isLive, hasRows }: EndingsProps) {
  const { request_id, ending: _, status: __, status_class: ___, ...others } = filter;
  const { data } = useQuery(
    trpc.requestLog.counts.queryOptions(others, {
      enabled: hasRows && request_id === undefined,
      refetchInterval: isLive ? LIVE_MS : false,
    }),
  );
  return (
    <Facets
      chosen={endingOf(filters.status)}
      counts={request_id === undefined ? data && sumsOf(data) : null}
      isAll={!filters.status}
      markOf={(ending) => <Swatch tone={toneOfEnding(ending)} />}
      noun="request"
      onChoose={(status) => setFilters({ status })}
    />
  );
}

function sumsOf({ bars }: RequestCounts) {
  const sums = { all: 0, ok: 0, rejected: 0, limited: 0, server: 0 };
  for (const bar of bars) {
    for (const ending of statesOf('request')) {
      sums[ending] += bar[ending];
      sums.all += bar[ending];
    }
  }
  return sums;
}

const useList = (filter: LineFilter) =>
  useInfiniteQuery(trpc.requestLog.list.infiniteQueryOptions({ ...filter, limit: '50' }, nextPage));

type LinesProps = Omit<Props, 'setFilters'> & { list: ReturnType<typeof useList> };

function Lines({ filter, filters, list }: LinesProps) {
  const t = useTexts(requestLogTexts);
  const timeZone = useTimeZone();
  const { isReading, handlers } = useIsReading();
  const live = useLiveLines({
    filter,
    loaded: list.data?.pages.flatMap(({ data }) => data) ?? [],
    since: list.data?.pages[0]?.poll_since,
    isOn: filters.live === '1' && filter.until === undefined,
    isReading: isReading || filters.line !== undefined,
    onTooMany: () => void list.refetch(),
  });
  const isFiltered = Object.keys(filter).length > 0;
  const nothing = isFiltered ? (
    <Empty action={<ContinueSearch list={list} />} icon="search" isFiltered title={t.emptyFiltered}>
      {t.emptyFilteredMore}
    </Empty>
  ) : (
    <Empty icon="terminal" line={restCommand({ path: '/me' })} title={t.empty}>
      {t.emptyMore}
    </Empty>
  );
  return (
    <div className="flex flex-col gap-2" {...handlers}>
      {live.isBroken ? <Notice tone="warn">{t.liveBroken}</Notice> : null}
      <NewRows count={live.waiting} label={t.newLines} onShow={live.showAll} />
      {list.data && live.rows.length > 0 ? (
        <ListView empty={null} isTable list={{ ...list, data: { pages: [{ data: live.rows }] } }}>
          {(rows) => <RequestTable rows={rows} />}
        </ListView>
      ) : (
        <ListView empty={nothing} isTable list={list}>
          {(rows) => <RequestTable rows={rows} />}
        </ListView>
      )}
      <div className="grid gap-1 text-sm text-soft">
        <p>{t.lead}</p>
        <p>{t.about(timeZone)}</p>
      </div>
      <SearchedBack to={list.data?.pages.at(-1)?.searched_back_to} />
    </div>
  );
}

/** If the page is scrolled down by this many pixels, the top of the list is out of sight. */
const FAR = 160;

/** True while the person points at the list, has the focus in it, or has scrolled down. */
function useIsReading() {
  const [isOver, setIsOver] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [isFar, setIsFar] = useState(false);
  useEffect(() => {
    const look = () => setIsFar(scrollY > FAR);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  const handlers = {
    onPointerEnter: () => setIsOver(true),
    onPointerLeave: () => setIsOver(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
  return { isReading: isOver || hasFocus || isFar, handlers };
}
