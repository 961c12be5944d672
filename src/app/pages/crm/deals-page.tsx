import { useLanguage, useTexts } from '../../text/language.ts';
import { restCommand } from '../../text/rest-command.ts';
import { Empty } from '../../ui/empty.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { CrmFrame } from './crm-frame.tsx';
import { DealDrawer } from './deal-drawer.tsx';
import { DealFilters } from './deal-filters.tsx';
import { DealTable } from './deal-table.tsx';
import { NothingFound } from './nothing-found.tsx';
import { dealsPage } from './page.ts';
import { crmTexts } from './texts.ts';
import { type FoundDeal, useDeals } from './use-deals.ts';

export function DealsPage() {
  const t = useTexts(crmTexts);
  const title = dealsPage.title[useLanguage()];
  const [filters, setFilters] = useFilters(['deal']);
  const deals = useDeals();
  const { list, isFiltered } = deals;
  const empty = isFiltered ? (
    <NothingFound list={list} title={t.noMatchingDeals} />
  ) : (
    <Empty icon="crm" line={restCommand({ path: '/crm/deals' })} title={t.noDeals}>
      {t.noDealsMore}
    </Empty>
  );
  const chosen = list.data?.pages
    .flatMap(({ data }): FoundDeal[] => data)
    .find(({ id }) => id === filters.deal);
  return (
    <CrmFrame lead={t.dealsLead} title={title}>
      <Listing filters={<DealFilters deals={deals} />}>
        <ListView empty={empty} list={list}>
          {(rows) => <DealTable onOpen={({ id }) => setFilters({ deal: id })} rows={rows} />}
        </ListView>
      </Listing>
      {chosen ? <DealDrawer deal={chosen} onClose={() => setFilters({ deal: '' })} /> : null}
    </CrmFrame>
  );
}
