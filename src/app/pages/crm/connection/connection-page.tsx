import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { trpc } from '../../../api/client.ts';
import { codeOf } from '../../../api/failure.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { late } from '../../../ui/late.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { ConnectionLine, ConnectionState } from '../connection-line.tsx';
import { lookAgain } from '../connection-progress.ts';
import { connectionPage } from '../page.ts';
import { providerNames } from '../provider-names.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { ConnectionHints } from './connection-hints.tsx';
import { ConnectionNumbers } from './connection-numbers.tsx';
import { RunList } from './run-list.tsx';
import { StateCard } from './state-card.tsx';
import { connectionPageTexts } from './texts.ts';

/** This part is loaded late, because few visits need its forms and choices. */
const SetUp = late(() => import('../set-up/set-up.tsx').then((part) => part.SetUp), LoadingSetUp);

export function ConnectionPage() {
  const title = connectionPage.title[useLanguage()];
  const { connectionId = '' } = useParams({ strict: false }) as { connectionId?: string };
  const read = useQuery(
    trpc.crm.getConnection.queryOptions(
      { connection_id: connectionId },
      { refetchInterval: ({ state }) => (state.data ? lookAgain([state.data]) : false) },
    ),
  );
  // The page has shown this connection, so somebody has removed it since. It disappears with the last of its data.
  const isGone = read.data !== undefined && codeOf(read.error) === 'not_found';
  if (isGone) return <Navigate replace to="/crm" />;
  if (read.data) return <Connection connection={read.data} key={read.data.id} />;
  return (
    <NotLoaded read={read}>
      <PageHeader back={<BackLink from={connectionPage} />} title={title} />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-96 w-full" />
    </NotLoaded>
  );
}

const views = ['runs', 'setup'] as const;

function Connection({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const names = providerNames[useLanguage()];
  const [filters, setFilters] = useFilters(['view'], { tabs: ['view'] });
  const { id, name, state, provider } = connection;
  const isOver = state === 'ended' || state === 'removing';
  // Every other state has a card below.
  const isCalm = state === 'up_to_date' || state === 'behind' || state === 'running';
  const lead = (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1" role="status">
        <ConnectionState connection={connection} />
        {isCalm ? <ConnectionLine connection={connection} /> : null}
      </p>
      {/* It asks for no width of its own, so that a long id does not push the actions below the title. */}
      <p className="flex w-0 min-w-full flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {names[provider]} <CopyableId id={id} />
      </p>
    </div>
  );
  const runs = <RunList connection={connection} />;
  const setUp = <SetUp connection={connection} />;
  return (
    <>
      <PageHeader
        actions={<ConnectionActions connection={connection} />}
        back={<BackLink from={connectionPage} />}
        lead={lead}
        title={name}
      />
      <StateCard connection={connection} />
      <ConnectionHints connection={connection} />
      <ConnectionNumbers connection={connection} />
      {isOver ? (
        runs
      ) : (
        <Tabs
          label={t.viewsLabel}
          onChange={(view) => setFilters({ view: view === 'runs' ? '' : view })}
          tabs={[
            { value: 'runs', label: t.views.runs, content: runs },
            { value: 'setup', label: t.views.setup, content: setUp },
          ]}
          value={views.find((view) => view === filters.view) ?? 'runs'}
        />
      )}
    </>
  );
}

function LoadingSetUp() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
