import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Training } from '../../../features/trainings/trainings.schema.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { Combination } from '../../team/combination.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { OrderSelect, orderIn, sortingBy } from '../../ui/filter/order-select.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { Evaluated } from './evaluated.tsx';
import { ownTrainingsPage } from './page.ts';
import { trainingTexts } from './texts.ts';
import { TrainingDetails } from './training-details.tsx';
import { useStateFields } from './training-filters.tsx';
import { TrainingTable } from './training-table.tsx';

const byDate = { column: 'started', other: 'oldest' } as const;

/** The person's own trainings, whatever the team hides from others. */
export function OwnTrainingsPage() {
  const t = useTexts(trainingTexts);
  const language = useLanguage();
  const [filters, setFilters] = useFilters(['status', 'assignment', 'sort', 'training'], {
    drawers: ['training'],
  });
  const { training, ...values } = filters;
  const matching = {
    ...(values.status && { status: values.status }),
    ...(values.assignment && { assignment_id: values.assignment }),
  };
  const list = useInfiniteQuery(
    trpc.trainings.listOwn.infiniteQueryOptions(
      { limit: '50', ...matching, ...orderIn(values.sort, 'oldest') },
      nextPage,
    ),
  );
  const order = { ...byDate, sort: values.sort, onChange: setFilters };
  const isFiltered = Object.keys(matching).length > 0;
  const nothing = (
    <Empty
      icon="training"
      isFiltered={isFiltered}
      title={isFiltered ? t.emptyFiltered : t.ownEmpty}
    >
      {isFiltered ? null : t.ownEmptyMore}
    </Empty>
  );
  const loaded = list.data?.pages.flatMap((page) => page.data).find(({ id }) => id === training);
  return (
    <>
      <PageHeader lead={t.ownLead} title={ownTrainingsPage.title[language]} />
      <Listing
        filters={
          <>
            <FilterBar
              fields={useStateFields()}
              onChange={setFilters}
              tabs={['sort']}
              values={values}
            />
            <OrderSelect {...order} />
          </>
        }
      >
        <ListView empty={nothing} isTable list={list}>
          {(rows) => (
            <TrainingTable
              isOwn
              to={({ id }) => ({ training: id })}
              rows={rows}
              sorting={sortingBy(order)}
            />
          )}
        </ListView>
      </Listing>
      {training ? (
        <OwnTraining
          id={training}
          key={training}
          loaded={loaded}
          onClose={() => setFilters({ training: '' })}
        />
      ) : null}
    </>
  );
}

type Props = { id: string; loaded: Training | undefined; onClose: () => void };

function OwnTraining({ id, loaded, onClose }: Props) {
  const t = useTexts(trainingTexts);
  const evaluation = useQuery({
    ...trpc.evaluations.getOwn.queryOptions({ training_id: id }),
    enabled: loaded === undefined || loaded.status === 'scored',
  });
  return (
    <Pane lead={loaded ? <Combination choice={loaded} /> : null} onClose={onClose} title={t.result}>
      <Evaluated read={evaluation} status={loaded?.status} />
      {loaded ? <TrainingDetails isOwn training={loaded} /> : null}
    </Pane>
  );
}
