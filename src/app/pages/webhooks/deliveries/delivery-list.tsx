import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type {
  FoundDeliveries,
  FoundDelivery,
} from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { nextPage, trpc } from '../../../api/client.ts';
import { ContinueSearch } from '../../../screens/continue-search.tsx';
import { useMay } from '../../../session/session.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Facets } from '../../../ui/filter/facets.tsx';
import { ListView, totalOf } from '../../../ui/list-view.tsx';
import { Listing } from '../../../ui/listing.tsx';
import type { Verb } from '../../../ui/row-menu.tsx';
import { useRowVerbs } from '../../../ui/select/group-actions.ts';
import { isOn, Selectable, SelectButton } from '../../../ui/select/selectable.tsx';
import { type Selection, useSelection } from '../../../ui/select/selection.ts';
import { useFilters } from '../../../ui/use-filters.ts';
import { DeliveryDrawer } from '../delivery/delivery-drawer.tsx';
import { deliveryTexts } from '../delivery/texts.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { ResendBar, useResend } from './resend-bar.tsx';
import { listTexts } from './texts.ts';
import { useDeliveryFilters } from './use-delivery-filters.ts';
import { COUNT_MS, useValueCounts } from './use-value-counts.ts';

const FRESH_MS = 4_000;

type Props = {
  /** If it is missing, the deliveries of all endpoints are listed. */
  endpointId?: string;
  urls?: ReadonlyMap<string, string>;
};

/**
 * Deliveries with their filters. While the person reads the first page, new deliveries appear by
 * themselves.
 */
export function DeliveryList({ endpointId, urls }: Props) {
  const t = useTexts(listTexts);
  const mayChange = useMay('change_webhooks');
  const filters = useDeliveryFilters(endpointId);
  const [{ delivery }, open] = useFilters(['delivery'], { drawers: ['delivery'] });
  const { filter, status, isFiltered } = filters;
  const matching = { ...filter, ...(status && { status }) };
  const holds = useRef(false);
  const list = useInfiniteQuery(
    trpc.webhooks.listAllDeliveries.infiniteQueryOptions(
      { limit: '50', ...matching },
      {
        ...nextPage,
        refetchInterval: ({ state }) => isLive(state.data?.pages, holds.current) && FRESH_MS,
      },
    ),
  );
  const selection = useDeliverySelection(list.data?.pages);
  holds.current = selection.selected > 0;
  const verbs = useVerbs(selection, mayChange);
  const counts = useValueCounts({ filters, endpointId, pages: list.data?.pages });
  const counting = { enabled: list.hasNextPage, refetchInterval: COUNT_MS };
  const counted = useQuery(trpc.webhooks.countDeliveries.queryOptions(matching, counting));
  const nothing = isFiltered ? (
    <Empty action={<ContinueSearch list={list} />} icon="search" isFiltered title={t.noMatch} />
  ) : (
    <Empty icon="mail" isFiltered={false} title={t.empty}>
      {t.emptyMore}
    </Empty>
  );
  return (
    <Listing
      filters={
        <>
          <DeliveryFilters
            counts={counts}
            filters={filters}
            hasEndpoints={endpointId === undefined}
          />
          <SelectButton selection={mayChange ? selection : null} />
          <Facets
            chosen={status}
            counts={counts.states}
            noun="delivery"
            onChoose={(state) => filters.set({ status: state })}
          />
        </>
      }
      total={totalOf(list, counted.data)}
    >
      <ListView empty={nothing} isTable list={list}>
        {(rows) => (
          <Selectable selection={mayChange ? selection : null}>
            <DeliveryTable
              to={({ id }) => ({ delivery: id })}
              rows={rows}
              urls={urls}
              verbs={verbs}
            />
          </Selectable>
        )}
      </ListView>
      {list.data ? <Searched isFiltered={isFiltered} pages={list.data.pages} /> : null}
      {mayChange && isOn(selection) ? <ResendBar selection={selection} /> : null}
      {delivery ? (
        <DeliveryDrawer id={delivery} key={delivery} onClose={() => open({ delivery: '' })} />
      ) : null}
    </Listing>
  );
}

type Pages = readonly FoundDeliveries[] | undefined;

/** While somebody selects, new rows must not push others out of a full list. */
const isLive = (pages: Pages, isSelecting: boolean) =>
  pages?.length === 1 && !(isSelecting && pages[0]?.next_cursor);

function useDeliverySelection(pages: Pages) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const rows = useMemo(() => pages?.flatMap(({ data }) => data), [pages]);
  return useSelection(
    rows,
    ({ event_type, created_at }) =>
      `${event_type}, ${dateTimeText(created_at, { language, timeZone })}`,
  );
}

function useVerbs(selection: Selection<FoundDelivery>, mayChange: boolean) {
  const { openPage } = useTexts(deliveryTexts);
  const navigate = useNavigate();
  const resend = useRowVerbs(selection, [useResend()]);
  return (row: FoundDelivery): Verb[] => [
    ...(mayChange ? resend(row) : []),
    {
      label: openPage,
      icon: 'external',
      run: () => void navigate({ to: `/deliveries/${row.id}` }),
    },
  ];
}

type SearchedProps = { isFiltered: boolean; pages: readonly FoundDeliveries[] };

/** Says how far back a search has looked. Older deliveries may still match. */
function Searched({ isFiltered, pages }: SearchedProps) {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const count = pages.reduce((sum, { searched }) => sum + searched.deliveries, 0);
  const backTo = pages.at(-1)?.searched.back_to ?? null;
  const time = backTo && dateTimeText(backTo, { language, timeZone });
  return (
    <p className="text-sm text-soft" role="status">
      {isFiltered && (count > 0 || time)
        ? `${t.searched(numberText(count, language), time)} `
        : null}
      {t.kept}
    </p>
  );
}
