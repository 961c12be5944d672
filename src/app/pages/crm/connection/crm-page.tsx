import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import type {
  ConnectionSummary,
  Provider,
} from '../../../../features/crm/connections/connections.schema.ts';
import { trpc } from '../../../api/client.ts';
import { codeOf } from '../../../api/failure.ts';
import type { AppOutputs } from '../../../api/outputs.ts';
import { useMay } from '../../../session/session.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DocsLink } from '../../../ui/docs-link.tsx';
import { EgressAddresses } from '../../../ui/egress-addresses.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { late } from '../../../ui/late.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { tab, tabList } from '../../../ui/tabs.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { ConnectionState, lookAgain } from '../condition.tsx';
import { connectionsPage } from '../page.ts';
import { ProviderLogo, providerNames } from '../provider.tsx';
import { connectTexts } from './connect-texts.ts';
import { Connection } from './connection.tsx';

const ConnectDialog = late(() => import('./connect-dialog.tsx').then((part) => part.ConnectDialog));

type Offered = AppOutputs['crm']['providers'];

/** The connections of a team to its CRMs: mostly one. Of several, the address names the one that is shown. */
export function CrmPage() {
  const t = useTexts(connectTexts);
  const title = connectionsPage.title[useLanguage()];
  const mayChange = useMay('change_crm_connections');
  const { connectionId } = useParams({ strict: false }) as { connectionId?: string };
  const [{ new: chosen }, setFilters] = useFilters(['new'], { drawers: ['new'] });
  const list = useQuery(
    trpc.crm.connections.queryOptions(
      {},
      { refetchInterval: ({ state }) => lookAgain(state.data?.data ?? []) },
    ),
  );
  const { data: offered } = useQuery(trpc.crm.providers.queryOptions({}));
  const connections = list.data?.data ?? [];
  const shown = connectionId ?? connections[0]?.id;
  const provider = offered?.left ? offered.data.find((one) => one.provider === chosen) : undefined;
  const close = () => setFilters({ new: '' });
  const canConnect = mayChange && offered !== undefined;
  const choice = canConnect && (
    <ProviderChoice offered={offered} onChoose={(one) => setFilters({ new: one })} />
  );
  return (
    <>
      <PageHeader
        actions={
          canConnect && connections.length > 0 && offered.data.length > 0 ? (
            <Button icon="plus" onClick={() => setFilters({ new: '1' })}>
              {t.connectOne}
            </Button>
          ) : null
        }
        lead={
          <>
            {t.lead} <DocsLink page={t.guidePage}>{t.guide}</DocsLink>
          </>
        }
        title={title}
      />
      <NotLoaded read={list} />
      {connections.length > 1 ? <Switch connections={connections} shown={shown} /> : null}
      {shown ? <Shown id={shown} key={shown} /> : null}
      {list.data && !shown ? (
        <Empty
          action={choice && <div className="w-full max-w-2xl text-left">{choice}</div>}
          icon="plug"
          title={t.empty}
        >
          {t.emptyMore}
        </Empty>
      ) : null}
      <EgressAddresses addresses={offered?.egress_addresses} />
      {canConnect && chosen && provider ? (
        <ConnectDialog key={chosen} offered={provider} onClose={close} />
      ) : null}
      {choice && chosen && !provider ? (
        <Dialog onClose={close} title={t.connectOne}>
          {choice}
        </Dialog>
      ) : null}
    </>
  );
}

type SwitchProps = { connections: readonly ConnectionSummary[]; shown: string | undefined };

/** Links to all connections, each with its state. */
function Switch({ connections, shown }: SwitchProps) {
  const t = useTexts(connectTexts);
  return (
    <nav aria-label={t.list} className={tabList}>
      {connections.map((connection) => (
        <Link
          className={`${tab} gap-2.5`}
          key={connection.id}
          to={`/crm/${connection.id}`}
          {...(connection.id === shown && { 'aria-current': 'page', 'data-active': '' })}
        >
          {connection.name} <ConnectionState connection={connection} />
        </Link>
      ))}
    </nav>
  );
}

function Shown({ id }: { id: string }) {
  const read = useQuery(
    trpc.crm.getConnection.queryOptions(
      { connection_id: id },
      { refetchInterval: ({ state }) => (state.data ? lookAgain([state.data]) : false) },
    ),
  );
  // The page has shown this connection, so somebody has removed it since. It disappears with the last of its data.
  const isGone = read.data !== undefined && codeOf(read.error) === 'not_found';
  if (isGone) return <Navigate replace to="/crm" />;
  if (read.data) return <Connection connection={read.data} />;
  return (
    <NotLoaded read={read}>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-96 w-full" />
    </NotLoaded>
  );
}

type ChoiceProps = { offered: Offered; onChoose: (provider: Provider) => void };

/** The CRMs that can be connected, each with the way to do it, or why none can be. */
function ProviderChoice({ offered: { data, left }, onChoose }: ChoiceProps) {
  const t = useTexts(connectTexts);
  const names = providerNames[useLanguage()];
  const none = data.length === 0 ? t.noneOffered : t.noneLeft;
  if (data.length === 0 || left === 0) return <p className="text-sm text-soft">{none}</p>;
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {data.map(({ provider, oauth, fields }) => (
        <li key={provider}>
          <button
            data-first
            className="flex h-full w-full items-center gap-3 rounded-xl border border-line bg-card p-3 text-left shadow-sm transition-colors duration-100 hover:bg-hover"
            onClick={() => onChoose(provider)}
            type="button"
          >
            <ProviderLogo provider={provider} />
            <span className="grid min-w-0">
              <span className="font-medium">{names[provider]}</span>
              <span className="text-sm text-soft">
                {oauth ? t.ways.oauth : fields.length > 0 ? t.ways.token : t.ways.one_click}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
