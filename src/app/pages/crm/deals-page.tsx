import { ListExport } from '../../team/list-export.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { CrmFrame } from './crm-frame.tsx';
import { DealFilters } from './deal-filters.tsx';
import { DealTable } from './deal-table.tsx';
import { DealTotals } from './deal-totals.tsx';
import { NoDeals } from './no-deals.tsx';
import { dealsPage } from './page.ts';
import { crmTexts } from './texts.ts';
import { type FoundDeal, NO_MEMBER, useDeals } from './use-deals.ts';

const DealDrawer = late(() => import('./deal-drawer.tsx').then((part) => part.DealDrawer));

export function DealsPage() {
  const t = useTexts(crmTexts);
  const title = dealsPage.title[useLanguage()];
  const [{ deal: chosen }, setFilters] = useFilters(['deal'], { drawers: ['deal'] });
  const deals = useDeals();
  const { list, values } = deals;
  const seen = list.data?.pages
    .flatMap(({ data }): FoundDeal[] => data)
    .find(({ id }) => id === chosen);
  return (
    <CrmFrame actions={<DealsAsFile deals={deals} />} lead={t.dealsLead} title={title}>
      <Listing filters={<DealFilters deals={deals} />}>
        <DealTotals filter={deals.filter} />
        <ListView empty={<NoDeals deals={deals} />} list={list}>
          {(rows) => (
            <DealTable
              hasOwners={values.owner === NO_MEMBER}
              onOpen={({ id }) => setFilters({ deal: id })}
              rows={rows}
            />
          )}
        </ListView>
      </Listing>
      {chosen ? (
        <DealDrawer id={chosen} key={chosen} onClose={() => setFilters({ deal: '' })} seen={seen} />
      ) : null}
    </CrmFrame>
  );
}

function DealsAsFile({ deals }: { deals: ReturnType<typeof useDeals> }) {
  const { search: _, without_member, ...filter } = deals.filter;
  const file = { ...filter, ...(without_member && { without_member: 'true' }) };
  return <ListExport filter={file} isSearched={deals.search !== ''} list="deals" />;
}
