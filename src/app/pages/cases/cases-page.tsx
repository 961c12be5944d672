import { useInfiniteQuery } from '@tanstack/react-query';
import { nextPage, trpc } from '../../api/client.ts';
import { SearchedBack } from '../../screens/searched-back.tsx';
import { useMay } from '../../session/session.ts';
import { useMemberField } from '../../team/member-field.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { OrderSelect, orderIn, sortingBy } from '../../ui/filter/order-select.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { CaseTable } from './case-table.tsx';
import { OpenCase } from './open-case.tsx';
import { casesPage } from './page.ts';
import { caseTexts } from './texts.ts';

const CreateDialog = late(() => import('./create-dialog.tsx').then((part) => part.CreateDialog));

/** The server refuses a longer text. */
const LONGEST_SEARCH = 100;

const byDate = { column: 'created', other: 'oldest' } as const;

export function CasesPage() {
  const t = useTexts(caseTexts);
  const language = useLanguage();
  const mayChange = useMay('change_cases');
  const [filters, setFilters] = useFilters(['search', 'user', 'sort', 'case', 'new'], {
    drawers: ['case', 'new'],
  });
  const search = [...(filters.search ?? '').trim()].slice(0, LONGEST_SEARCH).join('');
  const about = { name: 'user', label: t.member, by: 'user_id', value: filters.user } as const;
  const member = useMemberField(about);
  const list = useList({
    ...(search && { search }),
    ...(filters.user && { user_id: filters.user }),
    ...orderIn(filters.sort, 'oldest'),
  });
  const order = { ...byDate, sort: filters.sort, onChange: setFilters };
  const create = (
    <Button icon="plus" look="primary" onClick={() => setFilters({ new: '1' })}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={mayChange ? create : null}
        lead={t.lead}
        title={casesPage.title[language]}
      />
      <Listing
        filters={
          <>
            <FilterBar
              fields={[member]}
              onChange={setFilters}
              search={{ name: 'search', label: t.search }}
              tabs={['sort']}
              values={filters}
            />
            <OrderSelect {...order} />
          </>
        }
        total={list.data?.pages[0]?.total}
      >
        <ListView
          empty={<Nothing isFiltered={Boolean(search || filters.user)} />}
          isTable
          list={list}
        >
          {(rows) => (
            <CaseTable to={({ id }) => ({ case: id })} rows={rows} sorting={sortingBy(order)} />
          )}
        </ListView>
        <SearchedBack
          say={orderIn(filters.sort, 'oldest').order && t.searchedForward}
          to={list.data?.pages.at(-1)?.searched_back_to}
        />
      </Listing>
      {filters.new && mayChange ? <CreateDialog onClose={() => setFilters({ new: '' })} /> : null}
      {filters.case ? (
        <OpenCase id={filters.case} key={filters.case} onClose={() => setFilters({ case: '' })} />
      ) : null}
    </>
  );
}

const useList = (matching: { search?: string; user_id?: string; order?: 'oldest' }) =>
  useInfiniteQuery(trpc.cases.list.infiniteQueryOptions({ limit: '50', ...matching }, nextPage));

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts(caseTexts);
  return (
    <Empty icon="case" isFiltered={isFiltered} title={isFiltered ? t.emptyFiltered : t.empty}>
      {isFiltered ? null : t.emptyMore}
    </Empty>
  );
}
