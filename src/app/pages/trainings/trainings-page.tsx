import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statesOf } from '../../../shared/web/states.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { AssignForm, useAssign } from '../../team/assign/use-assign.tsx';
import { ListExport } from '../../team/list-export.tsx';
import { useMemberField } from '../../team/member-field.ts';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facets } from '../../ui/filter/facets.tsx';
import { OrderSelect, orderIn, sortingBy } from '../../ui/filter/order-select.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { trainingsPage } from './page.ts';
import { trainingTexts } from './texts.ts';
import { sinceOf, TrainingFilters, useStateFields, type Values } from './training-filters.tsx';
import { TrainingTable } from './training-table.tsx';

export function TrainingsPage() {
  const t = useTexts(trainingTexts);
  const language = useLanguage();
  const [filters, setFilters] = useFilters(
    ['list', 'user', 'status', 'days', 'since', 'assignment', 'sort'],
    { tabs: ['list'] },
  );
  const { list, ...values } = filters;
  const tabs = [
    { value: 'all', label: t.all, content: <All onChange={setFilters} values={values} /> },
    { value: 'scored', label: t.scored, content: <Scored onChange={setFilters} values={values} /> },
  ] as const;
  return (
    <>
      <PageHeader
        actions={list === 'scored' ? null : <AllAsFile values={values} />}
        lead={t.lead}
        title={trainingsPage.title[language]}
      />
      <Tabs
        label={trainingsPage.title[language]}
        onChange={(tab) => setFilters({ list: tab === 'all' ? '' : tab })}
        tabs={tabs}
        value={list === 'scored' ? 'scored' : 'all'}
      />
      <AssignForm />
    </>
  );
}

function AllAsFile({ values }: Pick<Props, 'values'>) {
  const { user, status, assignment } = values;
  const filter = { user_id: user, status, since: sinceOf(values), assignment_id: assignment };
  return <ListExport filter={filter} list="trainings" />;
}

type Props = { values: Values; onChange: (values: Values) => void };

const states = statesOf('training');

function All({ values, onChange }: Props) {
  const t = useTexts(trainingTexts);
  const assign = useAssign();
  const since = sinceOf(values);
  const matching = {
    ...(values.user && { user_id: values.user }),
    ...(values.status && { status: values.status }),
    ...(values.assignment && { assignment_id: values.assignment }),
    ...(since && { since }),
  };
  const list = useInfiniteQuery(
    trpc.trainings.list.infiniteQueryOptions(
      { limit: '50', ...matching, ...orderIn(values.sort, 'oldest') },
      nextPage,
    ),
  );
  const counted = useQuery(trpc.trainings.count.queryOptions(matching));
  const about = { name: 'user', label: t.member, by: 'user_id', value: values.user } as const;
  const more = [useMemberField(about), ...useStateFields()];
  const order = { column: 'started', sort: values.sort, other: 'oldest', onChange } as const;
  return (
    <Listing
      filters={
        <>
          <TrainingFilters more={more} onChange={onChange} values={values} />
          <OrderSelect {...order} />
          <Facets
            chosen={states.find((one) => one === values.status)}
            counts={counted.isError ? null : counted.data?.counts}
            isAll={!values.status}
            key={`${values.user} ${values.assignment} ${since}`}
            noun="training"
            onChoose={(status) => onChange({ status })}
          />
        </>
      }
      total={counted.data?.total}
    >
      <ListView
        empty={<Nothing isFiltered={Object.keys(matching).length > 0} />}
        isTable
        list={list}
      >
        {(rows) => (
          <TrainingTable onAssign={assign} to={pageOf} rows={rows} sorting={sortingBy(order)} />
        )}
      </ListView>
    </Listing>
  );
}

function Scored({ values, onChange }: Props) {
  const assign = useAssign();
  const updated_since = sinceOf(values.days ? { days: values.days } : {});
  const list = useInfiniteQuery(
    trpc.evaluations.list.infiniteQueryOptions(
      { limit: '50', ...(updated_since && { updated_since }) },
      nextPage,
    ),
  );
  return (
    <Listing
      filters={
        <TrainingFilters
          list="scored"
          onChange={onChange}
          values={values.days ? { days: values.days } : {}}
        />
      }
    >
      <ListView empty={<Nothing isFiltered={Boolean(values.days)} />} isTable list={list}>
        {(rows) => <TrainingTable onAssign={assign} to={pageOf} rows={rows} />}
      </ListView>
    </Listing>
  );
}

const pageOf = ({ id }: { id: string }) => `/trainings/${id}`;

function AssignLink() {
  const { assign } = useTexts(teamTexts);
  return (
    <Link className={buttonClass('plain')} search={{ new: '1' } as never} to="/assignments">
      {assign}
    </Link>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const t = useTexts(trainingTexts);
  const mayAssign = useMay('change_assignments');
  return (
    <Empty
      action={!isFiltered && mayAssign ? <AssignLink /> : null}
      icon="training"
      isFiltered={isFiltered}
      title={isFiltered ? t.emptyFiltered : t.empty}
    >
      {isFiltered ? null : t.emptyMore}
    </Empty>
  );
}
