import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type {
  ConnectionSummary,
  Provider,
} from '../../../../features/crm/connections/connections.schema.ts';
import { trpc } from '../../../api/client.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { DocsLink } from '../../../ui/docs-link.tsx';
import { EgressAddresses } from '../../../ui/egress-addresses.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { ConnectDialog } from '../connect/connect-dialog.tsx';
import { ProviderChoice } from '../connect/provider-choice.tsx';
import { ConnectionLine, ConnectionState } from '../connection-line.tsx';
import { lookAgain } from '../connection-progress.ts';
import { connectionsPage } from '../page.ts';
import { ProviderLogo } from '../provider-logo.tsx';
import { providerNames } from '../provider-names.ts';
import { connectionTexts } from './texts.ts';

export function ConnectionsPage() {
  const t = useTexts(connectionTexts);
  const title = connectionsPage.title[useLanguage()];
  const mayConnect = useMay('connect_crm');
  const [filters, setFilters] = useFilters(['new'], { drawers: ['new'] });
  const list = useQuery(
    trpc.crm.connections.queryOptions(
      {},
      { refetchInterval: ({ state }) => lookAgain(state.data?.data ?? []) },
    ),
  );
  const { data: offered } = useQuery(trpc.crm.providers.queryOptions({}));
  const isEmpty = list.data?.data.length === 0;
  const canConnect = mayConnect && offered !== undefined && offered.left > 0;
  const connect = (
    <Button icon="plus" look="primary" onClick={() => setFilters({ new: '1' })}>
      {t.connect}
    </Button>
  );
  const lead = (
    <>
      {t.lead} <DocsLink page={t.guidePage}>{t.guide}</DocsLink>
      {offered?.left === 0 ? <span className="block">{t.full}</span> : null}
    </>
  );
  return (
    <>
      <PageHeader
        actions={canConnect && !isEmpty && offered.data.length > 0 ? connect : null}
        lead={lead}
        title={title}
      />
      {isEmpty ? <NoConnection onChoose={(provider) => setFilters({ new: provider })} /> : null}
      {list.data && !isEmpty ? (
        <ul aria-label={t.list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {list.data.data.map((connection) => (
            <ConnectionRow connection={connection} key={connection.id} />
          ))}
        </ul>
      ) : null}
      <NotLoaded isList read={list} />
      <EgressAddresses addresses={offered?.egress_addresses} />
      {filters.new && canConnect ? (
        <ConnectDialog
          chosen={offered.data.find(({ provider }) => provider === filters.new)}
          offered={offered.data}
          onChoose={(provider) => setFilters({ new: provider ?? '1' })}
          onClose={() => setFilters({ new: '' })}
        />
      ) : null}
    </>
  );
}

/** Explains what a connection is good for, and offers the CRMs. */
function NoConnection({ onChoose }: { onChoose: (provider: Provider) => void }) {
  const t = useTexts(connectionTexts);
  const mayConnect = useMay('connect_crm');
  const offered = useQuery(trpc.crm.providers.queryOptions({}));
  if (!offered.data) return <NotLoaded isList read={offered} />;
  const choice =
    offered.data.data.length === 0 ? (
      <p className="text-sm text-soft">{t.noneOffered}</p>
    ) : (
      <div className="w-full max-w-md text-left">
        <ProviderChoice offered={offered.data.data} onChoose={onChoose} />
      </div>
    );
  return (
    <Empty action={mayConnect ? choice : null} icon="plug" title={t.empty}>
      {t.emptyMore}
    </Empty>
  );
}

/** One connection with its state. The whole card is a link to it. */
function ConnectionRow({ connection }: { connection: ConnectionSummary }) {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  const { id, provider, name, account_name, account_id, deals, objections } = connection;
  const brand = providerNames[language][provider];
  const account = [brand, account_name ?? account_id].filter((text) => text !== name);
  return (
    <li>
      <Link
        className="flex items-center gap-3 rounded-xl border border-line bg-card p-4 shadow-sm hover:bg-hover"
        to={`/crm/${id}`}
      >
        <ProviderLogo provider={provider} />
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="truncate font-medium">{name}</span>
            <ConnectionState connection={connection} />
          </span>
          <span className="text-sm text-pretty text-soft">
            <ConnectionLine connection={connection} />
          </span>
          <span className="tabular flex flex-wrap gap-x-3 text-sm text-soft">
            {account.length > 0 ? (
              <span className="min-w-0 wrap-anywhere">{account.join(' · ')}</span>
            ) : null}
            <span>{t.deals(numberText(deals, language))}</span>
            <span>{t.objections(numberText(objections, language))}</span>
          </span>
        </span>
        <Icon className="text-soft" name="right" />
      </Link>
    </li>
  );
}
