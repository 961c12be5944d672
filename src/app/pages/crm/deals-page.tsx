import { ListExport } from '../../team/list-export.tsx';
import { useMemberField } from '../../team/member-field.ts';
import { useMembers } from '../../team/member-options.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { ColumnOrder } from '../../ui/filter/column-order.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { useStateOptions } from '../../ui/state.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { DealTable } from './deal-table.tsx';
import { DealTotals } from './deal-totals.tsx';
import { CrmFrame, NothingFound, NothingYet, useConnectionFields } from './frame.tsx';
import { dealsPage } from './page.ts';
import { crmTexts } from './texts.ts';
import { closings, type FoundDeal, NO_MEMBER, outcomes, sorts, useDeals } from './use-deals.ts';

const DealDrawer = late(() => import('./deal-drawer.tsx').then((part) => part.DealDrawer));

export function DealsPage() {
  const t = useTexts(crmTexts);
  const title = dealsPage.title[useLanguage()];
  const [{ deal: chosen }, setFilters] = useFilters(['deal'], { drawers: ['deal'] });
  const deals = useDeals();
  const { list } = deals;
  const seen = list.data?.pages
    .flatMap(({ data }): FoundDeal[] => data)
    .find(({ id }) => id === chosen);
  return (
    <CrmFrame actions={<DealsAsFile deals={deals} />} lead={t.dealsLead} title={title}>
      <Listing
        filters={
          <>
            <DealFilters deals={deals} />
            <ColumnOrder
              {...deals.sorting}
              any={t.newest}
              options={sorts.map((one) => [one, t.orders[one]] as const)}
            />
          </>
        }
      >
        <DealTotals filter={deals.filter} />
        <ListView empty={<NoDeals deals={deals} />} isTable list={list}>
          {(rows) => (
            <DealTable rows={rows} sorting={deals.sorting} to={({ id }) => ({ deal: id })} />
          )}
        </ListView>
      </Listing>
      {chosen ? (
        <DealDrawer id={chosen} key={chosen} onClose={() => setFilters({ deal: '' })} seen={seen} />
      ) : null}
    </CrmFrame>
  );
}

type Props = { deals: ReturnType<typeof useDeals> };

function DealsAsFile({ deals }: Props) {
  const { search: _, without_member, ...filter } = deals.filter;
  const file = { ...filter, ...(without_member && { without_member: 'true' }) };
  return <ListExport filter={file} isSearched={deals.search !== ''} list="deals" />;
}

function DealFilters({ deals: { values, set } }: Props) {
  const t = useTexts(crmTexts);
  // A team that hides its members refuses the filter by owner.
  const { members } = useMembers('', true);
  const showsOwners = members.some(({ is_me, email }) => !is_me && email !== null);
  const owner = useMemberField({
    name: 'owner',
    by: 'user_id',
    label: t.owner,
    value: values.owner,
    other: [NO_MEMBER, t.noMember],
  });
  const fields: FilterField[] = [
    {
      name: 'outcome',
      word: 'status',
      label: t.outcome,
      options: useStateOptions('deal', outcomes),
    },
    {
      name: 'closes',
      label: t.close,
      options: closings.map((one) => [one, t.closings[one]] as const),
    },
    ...useConnectionFields(values.connection),
    ...(showsOwners ? [{ ...owner, word: 'owner' }] : []),
  ];
  return (
    <FilterBar
      fields={fields}
      onChange={set}
      search={{ name: 'search', label: t.search }}
      tabs={['sort']}
      values={values}
    />
  );
}

/** Takes the place of an empty list of deals. */
function NoDeals({ deals }: Props) {
  const t = useTexts(crmTexts);
  const { list, isFiltered, isSearching } = deals;
  if (isSearching) {
    return (
      <div aria-busy="true" role="status">
        <Empty icon="search" title={t.searchingOn} />
      </div>
    );
  }
  return isFiltered ? (
    <NothingFound list={list} title={t.noMatchingDeals} />
  ) : (
    <NothingYet title={t.noDeals} />
  );
}
