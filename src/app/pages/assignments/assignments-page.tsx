import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { nextPage, trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { SearchedBack } from '../../screens/searched-back.tsx';
import { useMay } from '../../session/session.ts';
import { ListExport } from '../../team/list-export.tsx';
import { useMemberField } from '../../team/member-field.ts';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facets } from '../../ui/filter/facets.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { Change } from '../../ui/filter/filter-fields.ts';
import { OrderSelect, orderIn, sortingBy } from '../../ui/filter/order-select.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Verb } from '../../ui/row-menu.tsx';
import { useRowVerbs } from '../../ui/select/group-actions.ts';
import { isOn, Selectable, SelectButton } from '../../ui/select/selectable.tsx';
import { useSelection } from '../../ui/select/selection.ts';
import { useStateOptions } from '../../ui/state.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import type { Step } from './assignment-drawer.tsx';
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

const names = ['search', 'status', 'member', 'sort', 'assignment', 'step', 'new', 'like'] as const;
const drawers = ['assignment', 'step', 'new', 'like'] as const;
const statuses = ['open', 'overdue', 'done', 'revoked'] as const;
const steps = ['edit', 'remove'] as const satisfies readonly Step[];

type Found = AppOutputs['assignments']['list']['data'][number];
type Filters = Partial<Record<(typeof names)[number], string>>;
type SetFilters = (change: Filters) => void;
type FindInput = {
  search?: string;
  status?: (typeof statuses)[number];
  member_id?: string;
  order?: 'due';
};

export function AssignmentsPage() {
  const t = useTexts(assignmentTexts);
  const { assign } = useTexts(teamTexts);
  const language = useLanguage();
  const mayChange = useMay('change_assignments');
  const [filters, setFilters] = useFilters(names, { drawers });
  const status = statuses.find((one) => one === filters.status);
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
              isSearched={Boolean(filters.search?.trim())}
              list="assignments"
            />
            {mayChange ? create : null}
          </>
        }
        lead={t.lead}
        title={assignmentsPage.title[language]}
      />
      <List filters={filters} mayChange={mayChange} onChange={setFilters} status={status} />
      <Opened filters={filters} mayChange={mayChange} onChange={setFilters} />
    </>
  );
}

type Props = { filters: Filters; mayChange: boolean; onChange: SetFilters };

function List({
  filters,
  mayChange,
  onChange,
  status,
}: Props & { status: FindInput['status'] | undefined }) {
  const t = useTexts(assignmentTexts);
  const search = [...(filters.search ?? '').trim()].slice(0, LONGEST_SEARCH).join('');
  const list = useList({
    ...(search && { search }),
    ...(status && { status }),
    ...(filters.member && { member_id: filters.member }),
    ...orderIn(filters.sort, 'due'),
  });
  const order = { column: 'due', sort: filters.sort, other: 'due', onChange } as const;
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data), [list.data]);
  const [first] = list.data?.pages ?? [];
  const found = useSelection(rows, ({ title }) => title ?? t.untitled);
  const selection = mayChange ? found : null;
  const verbs = useVerbs(useRowVerbs(found, useMarks()), onChange);
  return (
    <Listing
      filters={
        <>
          <FilterFields onChange={onChange} values={{ ...filters, status }} />
          <OrderSelect {...order} />
          <SelectButton selection={selection} />
          <Facets
            chosen={status}
            counts={search || list.isError ? null : first?.counts}
            key={`${search} ${filters.member ?? ''}`}
            noun="assignment"
            onChoose={(one) => onChange({ status: one })}
          />
        </>
      }
      total={first?.total}
    >
      <ListView
        empty={<Nothing isFiltered={Boolean(search || status || filters.member)} />}
        isTable
        list={list}
      >
        {(shown) => (
          <Selectable selection={selection}>
            <AssignmentTable
              to={({ id }) => ({ assignment: id })}
              rows={shown}
              sorting={sortingBy(order)}
              verbs={mayChange ? verbs : undefined}
            />
          </Selectable>
        )}
      </ListView>
      <SearchedBack
        say={filters.sort === 'due' ? () => t.searchedPart : undefined}
        to={list.data?.pages.at(-1)?.searched_back_to}
      />
      {selection && isOn(selection) ? (
        <AssignmentsBar
          onOpenRemoved={() => onChange({ assignment: '' })}
          open={filters.assignment}
          selection={selection}
        />
      ) : null}
    </Listing>
  );
}

/** What can be done with a row. What needs a form or a question opens the assignment beside the list. */
function useVerbs(marks: (row: Found) => Verb[], onChange: SetFilters) {
  const t = useTexts(assignmentTexts);
  return (row: Found): Verb[] => {
    const ask = (step: Step) => onChange({ assignment: row.id, step });
    return [
      ...marks(row),
      { label: t.editRow, icon: 'pencil', run: () => ask('edit') },
      { label: t.assignAlike, icon: 'people', run: () => onChange({ like: row.id }) },
      { label: t.remove, icon: 'close', isDangerous: true, run: () => ask('remove') },
    ];
  };
}

const useList = (matching: FindInput) =>
  useInfiniteQuery(
    trpc.assignments.list.infiniteQueryOptions({ limit: '50', ...matching }, nextPage),
  );

/** What is open over or beside the list. */
function Opened({ filters, mayChange, onChange }: Props) {
  return (
    <>
      {filters.assignment ? (
        <AssignmentDrawer
          id={filters.assignment}
          key={filters.assignment}
          onAssignAlike={(like) => onChange({ like })}
          onClose={() => onChange({ assignment: '', step: '' })}
          onStepped={() => onChange({ step: '' })}
          step={steps.find((one) => one === filters.step)}
        />
      ) : null}
      {mayChange && filters.like ? (
        <AssignDialog like={filters.like} memberId="" onClose={() => onChange({ like: '' })} />
      ) : null}
      {mayChange && filters.new ? (
        <AssignDialog memberId={filters.member ?? ''} onClose={() => onChange({ new: '' })} />
      ) : null}
    </>
  );
}

type FieldProps = {
  values: Readonly<Record<string, string | undefined>>;
  onChange: (change: Change) => void;
};

function FilterFields({ values, onChange }: FieldProps) {
  const t = useTexts(assignmentTexts);
  const options = useStateOptions('assignment', statuses);
  const member = { name: 'member', label: t.member, by: 'id', value: values.member } as const;
  return (
    <FilterBar
      fields={[{ name: 'status', label: t.status, options }, useMemberField(member)]}
      onChange={onChange}
      search={{ name: 'search', label: t.search }}
      tabs={['sort']}
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
