import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { trpc } from '../../../api/client.ts';
import { isSandbox } from '../../../session/rights.ts';
import { useMay, useTeam } from '../../../session/session.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { late } from '../../../ui/late.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { EndpointState } from '../endpoint-state.tsx';
import { OwnMachine } from '../listen/own-machine.tsx';
import { endpointPage } from '../page.ts';
import { RetryMany } from '../retry/retry-many.tsx';
import { type MadeSecret, SecretShown } from '../secret-shown.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { EndpointNotices } from './endpoint-notices.tsx';
import { endpointPageTexts } from './texts.ts';
import { useHealth } from './use-health.ts';

const HealthChart = late(
  () => import('./health-chart.tsx').then((part) => part.HealthChart),
  () => <Skeleton className="h-96 w-full" />,
);

/** Loaded late: only sandboxes need it. */
const PassTime = late(
  () => import('./pass-time.tsx').then((part) => part.PassTime),
  () => <Skeleton className="h-28 w-full" />,
);

const FRESH_MS = 5_000;

export function EndpointPage() {
  const title = endpointPage.title[useLanguage()];
  const { endpointId = '' } = useParams({ strict: false }) as { endpointId?: string };
  const read = useQuery(
    trpc.webhooks.getEndpoint.queryOptions(
      { endpoint_id: endpointId },
      { refetchInterval: FRESH_MS },
    ),
  );
  // What it says of the attempts stands above the chart, and must not push it down later.
  const health = useHealth(endpointId);
  if (read.data && !health.isPending) return <Endpoint endpoint={read.data} key={read.data.id} />;
  const skeleton = (
    <>
      <PageHeader back={<BackLink from={endpointPage} />} title={title} />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-96 w-full" />
    </>
  );
  return read.data ? skeleton : <NotLoaded read={read}>{skeleton}</NotLoaded>;
}

function Endpoint({ endpoint }: { endpoint: EndpointDetail }) {
  const t = useTexts(endpointPageTexts);
  const navigate = useNavigate();
  const mayTry = useMay('try_out');
  const passesTime = isSandbox(useTeam()) && mayTry;
  const [made, setMade] = useState<MadeSecret | null>(null);
  const { host, pathname, search } = new URL(endpoint.url);
  const path = pathname === '/' && search === '' ? '' : `${pathname}${search}`;
  const state = (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <EndpointState failing_since={endpoint.failing_since} status={endpoint.status} />
      <CopyableId id={endpoint.id} />
    </span>
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            <RetryMany endpointId={endpoint.id} failingSince={endpoint.failing_since} />
            <EndpointActions endpoint={endpoint} onMade={setMade} />
          </>
        }
        back={<BackLink from={endpointPage} />}
        lead={state}
        title={`${host}${path}`}
      />
      <EndpointNotices endpoint={endpoint} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <HealthChart endpointId={endpoint.id} />
        <EndpointFacts endpoint={endpoint} />
      </div>
      <OwnMachine isAside />
      {passesTime ? <PassTime endpointId={endpoint.id} /> : null}
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{t.deliveries}</h2>
        <DeliveryList endpointId={endpoint.id} />
      </section>
      {made ? (
        <SecretShown
          made={made}
          onClose={() => void navigate({ to: `/webhooks/${made.endpointId}` })}
        />
      ) : null}
    </>
  );
}
