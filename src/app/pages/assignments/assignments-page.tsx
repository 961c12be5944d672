import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../api/client.ts';
import { SearchedBack } from '../../screens/searched-back.tsx';
import { useMay } from '../../session/session.ts';
import { ListExport } from '../../team/list-export.tsx';
import { useMemberField } from '../../team/member-field.ts';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { Change } from '../../ui/filter/filter-fields.ts';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useRowVerbs } from '../../ui/select/group-actions.ts';
import { isOn, Selectable, SelectButton } from '../../ui/select/selectable.tsx';
import { useSelection } from '../../ui/select/selection.ts';
import { useStateOptions } from '../../ui/state.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { AssignmentTable } from './assignment-table.tsx';
import { AssignmentsBar, useMarks } from './assignments-bar.tsx';
import { assignmentsPage } from './page.ts';
import { assignmentTexts } from './texts.ts';

const AssignmentDrawer = late(() =>
  import('./assignment-drawer.tsx').then((part) => part.AssignmentDrawer),
);
const AssignDialog = late(() =>
  import('../../team/assign/assign-dialog.tsx').then((part) => part.AssignDialog),
);

/** The server refuses a longer text. */
const LONGEST_SEARCH = 100;

const names = ['search', 'status', 'member', 'assignment', 'new'] as const;
type FindInput = { search?: string; status?: (typeof statuses)[number]; member_id?: string };
const statuses = ['open', 'overdue', 'done', 'revoked'] as const;

export function AssignmentsPage() {
  const t = useTexts(assignmentTexts);
  const { assign } = useTexts(teamTexts);
  const language = useLanguage();
  const mayChange = useMay('change_assignments');
  const [filters, setFilters] = useFilters(names, { drawers: ['assignment', 'new'] });
  const status = statuses.find((one) => one === filters.status);
  const search = [...(filters.search ?? '').trim()].slice(0, LONGEST_SEARCH).join('');
  const list = useList({
    ...(search && { search }),
    ...(status && { status }),
    ...(filters.member && { member_id: filters.member }),
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data), [list.data]);
  const found = useSelection(rows, ({ title }) => title ?? t.untitled);
  const selection = mayChange ? found : null;
  const verbs = useRowVerbs(found, useMarks());
  const create = (
    <Button icon="plus" look="primary" onClick={() => setFilters({ new: '1' })}>
      {assign}
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            <ListExport
              filter={{ status, member_id: filters.member }}
              isSearched={search !== ''}
              list="assignments"
            />
            {mayChange ? create : null}
          </>
        }
        lead={t.lead}
        title={assignmentsPage.title[language]}
      />
      <Listing
        filters={
          <>
            <Filters onChange={setFilters} values={{ ...filters, status }} />
            <SelectButton selection={selection} />
          </>
        }
        total={list.data?.pages[0]?.total}
      >
        <ListView
          empty={<Nothing isFiltered={Boolean(search || status || filters.member)} />}
          isTable
          list={list}
        >
          {(rows) => (
            <Selectable selection={selection}>
              <AssignmentTable
                onOpen={({ id }) => setFilters({ assignment: id })}
                rows={rows}
                verbs={mayChange ? verbs : undefined}
              />
            </Selectable>
          )}
        </ListView>
        <SearchedBack to={list.data?.pages.at(-1)?.searched_back_to} />
        {selection && isOn(selection) ? (
          <AssignmentsBar
            onOpenRemoved={() => setFilters({ assignment: '' })}
            open={filters.assignment}
            selection={selection}
          />
        ) : null}
      </Listing>
      <Opened filters={filters} mayChange={mayChange} onChange={setFilters} />
    </>
  );
}

const useList = (matching: FindInput) =>
  useInfiniteQuery(
    trpc.assignments.find.infiniteQueryOptions(
      { limit: '50', ...matching },
      { getNextPageParam: (page) => page.next_cursor },
    ),
  );

type OpenedProps = {
  filters: Partial<Record<(typeof names)[number], string>>;
  mayChange: boolean;
  onChange: (change: Partial<Record<'assignment' | 'new', string>>) => void;
};

/** What is open over or beside the list. */
function Opened({ filters, mayChange, onChange }: OpenedProps) {
  return (
    <>
      {filters.new && mayChange ? (
        <AssignDialog memberId={filters.member ?? ''} onClose={() => onChange({ new: '' })} />
      ) : null}
      {filters.assignment ? (
        <AssignmentDrawer
          id={filters.assignment}
          key={filters.assignment}
          onClose={() => onChange({ assignment: '' })}
        />
      ) : null}
    </>
  );
}

type Values = Partial<Record<'search' | 'status' | 'member', string | undefined>>;
type FilterProps = { values: Values; onChange: (change: Change) => void };

function Filters({ values, onChange }: FilterProps) {
  const t = useTexts(assignmentTexts);
  const options = useStateOptions('assignment', statuses);
  const member = { name: 'member', label: t.member, by: 'id', value: values.member } as const;
  return (
    <FilterBar
      fields={[{ name: 'status', label: t.status, options }, useMemberField(member)]}
      onChange={onChange}
      search={{ name: 'search', label: t.search }}
      values={values}
    />
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts(assignmentTexts);
  return (
    <Empty icon="assignment" isFiltered={isFiltered} title={isFiltered ? t.emptyFiltered : t.empty}>
      {isFiltered ? null : t.emptyMore}
    </Empty>
  );
}
