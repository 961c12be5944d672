import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../../api/client.ts';
import { useMay } from '../../../session/session.ts';
import { teamTexts } from '../../../team/texts.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { restCommand } from '../../../text/rest-command.ts';
import { Button } from '../../../ui/button.tsx';
import { DocsLink } from '../../../ui/docs-link.tsx';
import { EgressAddresses } from '../../../ui/egress-addresses.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ColumnOrder } from '../../../ui/filter/column-order.tsx';
import { late } from '../../../ui/late.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { Verb } from '../../../ui/row-menu.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { endpointPageTexts } from '../endpoint/texts.ts';
import { OwnMachine } from '../listen/own-machine.tsx';
import { endpointsPage } from '../page.ts';
import { type MadeSecret, SecretShown } from '../secret-shown.tsx';
import { orders, sortedEndpoints } from './endpoint-order.ts';
import { EndpointTable, type ListedEndpoint } from './endpoint-table.tsx';
import { endpointTexts } from './texts.ts';

const CreateEndpointDialog = late(() =>
  import('./create-endpoint-dialog.tsx').then((part) => part.CreateEndpointDialog),
);

const SendTestDialog = late(() =>
  import('../endpoint/send-test-dialog.tsx').then((part) => part.SendTestDialog),
);

/** The reader replaces both values by their own. */
const example = { url: 'https://example.com/webhooks', events: ['member.joined'] };

export function EndpointsPage() {
  const t = useTexts(endpointTexts);
  const title = endpointsPage.title[useLanguage()];
  const mayCreate = useMay('make_webhook_secrets');
  const navigate = useNavigate();
  const [filters, setFilters] = useFilters(['new'], { drawers: ['new'] });
  const [made, setMade] = useState<MadeSecret | null>(null);
  // Replaces the dialog in the history, so that the browser's "back" leads to the list.
  const leave = (id: string) => void navigate({ to: `/webhooks/${id}`, replace: true });
  const create = (
    <Button icon="plus" look="primary" onClick={() => setFilters({ new: '1' })}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={mayCreate ? create : null}
        lead={
          <>
            {t.lead} <DocsLink page="guides/webhooks">{t.guide}</DocsLink>
          </>
        }
        title={title}
      />
      <EndpointList />
      <Sources />
      <OwnMachine />
      {filters.new && mayCreate && !made ? (
        <CreateEndpointDialog onClose={() => setFilters({ new: '' })} onMade={setMade} />
      ) : null}
      {made ? <SecretShown made={made} onClose={() => leave(made.endpointId)} /> : null}
    </>
  );
}

/** The addresses from which the worker sends. The list of endpoints reads them too. */
function Sources() {
  const { data } = useQuery(trpc.webhooks.endpointHealth.queryOptions({ period: 'recent' }));
  return <EgressAddresses addresses={data?.egress_addresses} />;
}

/** The endpoint's own page asks before it is switched. */
function useVerbs(test: (id: string) => void) {
  const t = useTexts(endpointPageTexts);
  const { endpointOn } = useTexts(teamTexts);
  const navigate = useNavigate();
  if (!useMay('change_webhooks')) return undefined;
  return ({ id, status }: ListedEndpoint): Verb[] => {
    const isOn = status === 'active';
    const search = { dialog: isOn ? 'off' : 'on' } as never;
    const run = () => void navigate({ to: `/webhooks/${id}`, search });
    return [
      { label: t.test, icon: 'mail', run: () => test(id) },
      { label: isOn ? t.pause : endpointOn(status), icon: isOn ? 'clock' : 'refresh', run },
    ];
  };
}

function EndpointList() {
  const t = useTexts(endpointTexts);
  const [{ sort }, setFilters] = useFilters(['sort']);
  const onSort = (order: string) => setFilters({ sort: order });
  const list = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  const health = useQuery(trpc.webhooks.endpointHealth.queryOptions({ period: 'recent' }));
  const [tested, setTested] = useState<string | null>(null);
  const verbs = useVerbs(setTested);
  const byEndpoint = new Map(health.data?.data.map((one) => [one.endpoint_id, one]));
  const endpoints = (
    <div className="grid gap-4">
      <ColumnOrder
        any={t.newestFirst}
        onSort={onSort}
        options={orders.map((one) => [one, t.orders[one]] as const)}
        order={sort}
      />
      <EndpointTable
        health={byEndpoint}
        rows={sortedEndpoints(list.data?.data ?? [], byEndpoint, sort)}
        sorting={{ order: sort, onSort }}
        verbs={verbs}
      />
      {tested ? (
        <SendTestDialog endpointId={tested} onClose={() => setTested(null)} waits={false} />
      ) : null}
    </div>
  );
  if (!list.data) {
    return (
      <NotLoaded isList read={list}>
        {endpoints}
      </NotLoaded>
    );
  }
  if (list.data.data.length === 0) {
    return (
      <Empty
        action={
          <p className="text-sm text-soft">
            {t.receiver} <DocsLink page={t.receiverPage}>{t.receiverGuide}</DocsLink>
          </p>
        }
        icon="webhook"
        line={restCommand({ method: 'POST', path: '/webhook-endpoints', body: example })}
        title={t.empty}
      >
        {t.emptyMore}
      </Empty>
    );
  }
  return endpoints;
}
