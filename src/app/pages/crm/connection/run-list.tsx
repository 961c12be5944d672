import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import type { CrmRun } from '../../../../features/crm/connections/runs.schema.ts';
import { nextPage, trpc } from '../../../api/client.ts';
import { Time } from '../../../session/time.tsx';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { durationText, numberText, secondText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Empty } from '../../../ui/empty.tsx';
import { late } from '../../../ui/late.tsx';
import { ListView } from '../../../ui/list-view.tsx';
import { State } from '../../../ui/state.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Column } from '../../../ui/table-row.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { lookAgain } from '../connection-progress.ts';
import { explainFailure } from '../explain-failure.ts';
import { failureTexts } from '../failure-texts.ts';
import { providerNames } from '../provider-names.ts';
import { runTexts } from './run-texts.ts';

const RunDrawer = late(() => import('./run-drawer.tsx').then((part) => part.RunDrawer));

/** The synchronizations of a connection, the latest first. While one runs, the list follows it. */
export function RunList({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(runTexts);
  const [filters, setFilters] = useFilters(['run'], { drawers: ['run'] });
  const list = useInfiniteQuery(
    trpc.crm.runs.infiniteQueryOptions(
      { connection_id: connection.id, limit: '50' },
      {
        ...nextPage,
        refetchInterval: ({ state }) =>
          state.data?.pages.length === 1 ? lookAgain([connection]) : false,
      },
    ),
  );
  const { state, synced_at, consecutive_failures } = connection;
  const { refetch } = list;
  // A quick run can begin and end between two reads of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: A change of these values says that a run has begun or ended.
  useEffect(() => void refetch(), [state, synced_at, consecutive_failures, refetch]);
  const listed = list.data?.pages
    .flatMap(({ data }): CrmRun[] => data)
    .find(({ id }) => id === filters.run);
  const empty = (
    <Empty icon="refresh" title={t.empty}>
      {t.emptyMore}
    </Empty>
  );
  return (
    <>
      <ListView empty={empty} isTable list={list}>
        {(rows) => (
          <RunTable
            connection={connection}
            onOpen={({ id }) => setFilters({ run: id })}
            rows={rows}
          />
        )}
      </ListView>
      {filters.run ? (
        <RunDrawer
          connection={connection}
          key={filters.run}
          listed={listed}
          onClose={() => setFilters({ run: '' })}
          runId={filters.run}
        />
      ) : null}
    </>
  );
}

export function RunStatus({ status }: Pick<CrmRun, 'status'>) {
  return <State is={status} noun="run" />;
}

type TableProps = {
  connection: ConnectionDetail;
  rows: readonly CrmRun[];
  onOpen: (run: CrmRun) => void;
};

function RunTable({ connection, rows, onOpen }: TableProps) {
  const t = useTexts(runTexts);
  const columns: Column<CrmRun>[] = [
    {
      id: 'started',
      title: t.started,
      cell: (run, hides) => (
        <TwoLines more={hides('changes') && <Changes connection={connection} run={run} />}>
          <Began at={run.started_at} />
        </TwoLines>
      ),
    },
    {
      id: 'result',
      title: t.result,
      width: 144,
      cell: ({ status }) => <RunStatus status={status} />,
    },
    {
      id: 'changes',
      title: t.changes,
      dropped: 'last',
      width: 280,
      cell: (run) => <Changes connection={connection} run={run} />,
    },
    {
      id: 'cause',
      title: t.cause,
      dropped: 'first',
      width: 176,
      cell: ({ cause }) => <span className="text-soft">{t.shortCauses[cause]}</span>,
    },
    {
      id: 'duration',
      title: t.duration,
      dropped: 'second',
      width: 112,
      cell: (run) => <Duration run={run} />,
    },
  ];
  return (
    <Table columns={columns} keyOf={({ id }) => id} label={t.runs} onOpen={onOpen} rows={rows} />
  );
}

type ChangesProps = Pick<TableProps, 'connection'> & { run: CrmRun };

/** What the run has added, changed and removed, or why it has failed. */
function Changes({ connection, run }: ChangesProps) {
  const t = useTexts(runTexts);
  const failures = useTexts(failureTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  if (run.failure) {
    const provider = providerNames[language][connection.provider];
    const { what } = explainFailure({ failure: run.failure, provider, t: failures, count });
    return <span title={what}>{what}</span>;
  }
  const parts = (
    [
      [run.inserted, t.came],
      [run.updated, t.changed],
      [run.removed, t.went],
      [run.set_aside, t.setAside],
    ] as const
  )
    .filter(([value]) => value > 0)
    .map(([value, text]) => text(count(value)));
  if (parts.length > 0) return <span className="tabular">{parts.join(' · ')}</span>;
  return <span className="text-soft">{run.status === 'ok' ? t.nothing : '–'}</span>;
}

/** The beginning of a run, with seconds, because several runs may begin in one minute. */
function Began({ at }: { at: string }) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <time className="tabular" dateTime={at}>
      {secondText(at, { language, timeZone })}
    </time>
  );
}

export function Duration({ run: { started_at, finished_at } }: { run: CrmRun }) {
  const language = useLanguage();
  if (!finished_at) return '–';
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1_000;
  return <span className="tabular text-soft">{durationText(Math.max(1, seconds), language)}</span>;
}

export function Moment({ at }: { at: string | null }) {
  return at ? <Time at={at} hasSeconds shows="date-time" /> : '–';
}
