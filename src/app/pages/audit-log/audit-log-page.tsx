import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditFilter } from '../../../features/audit-log/audit-log.schema.ts';
import { client, nextPage, trpc } from '../../api/client.ts';
import { ContinueSearch } from '../../screens/continue-search.tsx';
import { SearchedBack } from '../../screens/searched-back.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { late } from '../../ui/late.tsx';
import { ListView, totalOf } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAuditFilters } from './audit-filter.ts';
import { AuditFilterBar } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { auditLogPage } from './page.ts';
import { auditTexts } from './texts.ts';

const FoundEntry = late(() => import('./entry-drawer.tsx').then((part) => part.FoundEntry));

export function AuditLogPage() {
  const t = useTexts(auditTexts);
  const title = auditLogPage.title[useLanguage()];
  const { filters, setFilters, filter } = useAuditFilters();
  const { list, total } = useEntries(filter);
  const nothing =
    Object.keys(filter).length > 0 ? (
      <Empty
        action={<ContinueSearch list={list} />}
        icon="search"
        isFiltered
        title={t.emptyFiltered}
      />
    ) : (
      <Empty icon="log" title={t.empty}>
        {t.emptyMore}
      </Empty>
    );
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHeader
        actions={<ExportMenu filter={filter} locate={client.auditLog.export.query} />}
        lead={t.lead}
        title={title}
      />
      <Listing
        filters={<AuditFilterBar filters={filters} rows={rows} setFilters={setFilters} />}
        total={total}
      >
        <ListView empty={nothing} isTable list={list}>
          {(rows) => <AuditTable to={({ id }) => ({ entry: id })} rows={rows} />}
        </ListView>
        <SearchedBack to={list.data?.pages.at(-1)?.searched_back_to} />
      </Listing>
      {filters.entry ? (
        <FoundEntry
          id={filters.entry}
          key={filters.entry}
          loaded={rows.find(({ id }) => id === filters.entry)}
          setFilters={setFilters}
        />
      ) : null}
    </>
  );
}

function useEntries(filter: AuditFilter) {
  const list = useInfiniteQuery(
    trpc.auditLog.list.infiniteQueryOptions({ ...filter, limit: '50' }, nextPage),
  );
  const counting = { enabled: list.hasNextPage };
  const counted = useQuery(trpc.auditLog.count.queryOptions(filter, counting));
  return { list, total: totalOf(list, counted.data) };
}
