import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListKeptEventsInput } from '../../../../features/events/kept-events.schema.ts';
import { subscribableEvents } from '../../../../features/webhooks/subscribable-events.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../shared/time/durations.ts';
import { nextPage, trpc } from '../../../api/client.ts';
import { ContinueSearch } from '../../../screens/continue-search.tsx';
import { usePeriodFields } from '../../../session/period-fields.tsx';
import { useTexts } from '../../../text/language.ts';
import { DocsLink } from '../../../ui/docs-link.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { late } from '../../../ui/late.tsx';
import { ListView, totalOf } from '../../../ui/list-view.tsx';
import { Listing } from '../../../ui/listing.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { EventTable } from './event-table.tsx';
import { eventListTexts } from './texts.ts';

const FRESH_MS = 4_000;
const COUNT_MS = 15_000;

type Filter = Pick<ListKeptEventsInput, 'type' | 'from'>;

/** While the person reads the first page, new events appear by themselves, and what became of the others. */
function useEvents(filter: Filter) {
  const list = useInfiniteQuery(
    trpc.events.listKept.infiniteQueryOptions(
      { limit: '50', ...filter },
      {
        ...nextPage,
        refetchInterval: ({ state }) => state.data?.pages.length === 1 && FRESH_MS,
      },
    ),
  );
  const counting = { enabled: list.hasNextPage, refetchInterval: COUNT_MS };
  const counted = useQuery(trpc.events.count.queryOptions(filter, counting));
  return { list, total: totalOf(list, counted.data) };
}

const EventDrawer = late(() => import('./event-drawer.tsx').then((part) => part.EventDrawer));

const spans = ['1h', '24h', '7d'] as const;
const lengths = { '1h': HOUR_MS, '24h': DAY_MS, '7d': WEEK_MS };

/** The kept events. */
export function EventList() {
  const t = useTexts(eventListTexts);
  const [values, set] = useFilters(['type', 'span', 'event'], { drawers: ['event'] });
  const type = subscribableEvents.find((one) => one === values.type);
  const span = spans.find((one) => one === values.span);
  // The period begins when the person chooses it, so that its pages fit together.
  const from = useMemo(() => span && new Date(Date.now() - lengths[span]).toISOString(), [span]);
  const { list, total } = useEvents({ ...(type && { type }), ...(from && { from }) });
  const nothing =
    type || span ? (
      <Empty action={<ContinueSearch list={list} />} icon="search" isFiltered title={t.noMatch} />
    ) : (
      <Empty
        action={<DocsLink page="guides/webhooks-or-feed">{t.guide}</DocsLink>}
        icon="feed"
        isFiltered={false}
        title={t.empty}
      >
        {t.emptyMore}
      </Empty>
    );
  const offered = spans.map((one) => [one, t.times[one]] as const);
  const fields = [
    { name: 'type', label: t.type, options: subscribableEvents.map((one) => [one, one] as const) },
    ...usePeriodFields({ names: { period: 'span' }, label: t.time, values }, offered),
  ];
  return (
    <Listing filters={<FilterBar fields={fields} onChange={set} values={values} />} total={total}>
      <ListView empty={nothing} isTable list={list}>
        {(rows) => <EventTable to={({ id }) => ({ event: id })} rows={rows} />}
      </ListView>
      {list.data ? <p className="text-sm text-soft">{t.kept}</p> : null}
      {values.event ? (
        <EventDrawer id={values.event} key={values.event} onClose={() => set({ event: '' })} />
      ) : null}
    </Listing>
  );
}
