import { useInfiniteQuery } from '@tanstack/react-query';
import { nextPage, trpc } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useStateOptions } from '../../ui/state.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { AssignmentDetails } from './assignment-details.tsx';
import { AssignmentTable } from './assignment-table.tsx';
import { ownAssignmentsPage } from './page.ts';
import { assignmentTexts } from './texts.ts';

const statuses = ['open', 'done'] as const;

/** The person's own assignments, whatever the team hides from others. */
export function OwnAssignmentsPage() {
  const t = useTexts(assignmentTexts);
  const language = useLanguage();
  const [filters, setFilters] = useFilters(['status', 'assignment'], { drawers: ['assignment'] });
  const statusOptions = useStateOptions('assignment', statuses);
  const status = statuses.find((one) => one === filters.status);
  const list = useInfiniteQuery(
    trpc.assignments.listOwn.infiniteQueryOptions(
      { limit: '50', ...(status && { status }) },
      nextPage,
    ),
  );
  const opened = list.data?.pages
    .flatMap((page) => page.data)
    .find(({ id }) => id === filters.assignment);
  const nothing = (
    <Empty
      icon="assignment"
      isFiltered={Boolean(status)}
      title={status ? t.emptyFiltered : t.ownEmpty}
    >
      {status ? null : t.ownEmptyMore}
    </Empty>
  );
  return (
    <>
      <PageHeader lead={t.ownLead} title={ownAssignmentsPage.title[language]} />
      <Listing
        filters={
          <FilterBar
            fields={[{ name: 'status', label: t.status, options: statusOptions }]}
            onChange={setFilters}
            values={filters}
          />
        }
      >
        <ListView empty={nothing} isTable list={list}>
          {(rows) => <AssignmentTable isOwn to={({ id }) => ({ assignment: id })} rows={rows} />}
        </ListView>
      </Listing>
      {opened ? (
        <Pane onClose={() => setFilters({ assignment: '' })} title={opened.title ?? t.untitled}>
          <AssignmentDetails assignment={opened} isOwn />
        </Pane>
      ) : null}
    </>
  );
}
