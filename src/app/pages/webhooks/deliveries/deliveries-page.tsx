import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/client.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { deliveriesPage } from '../page.ts';
import { RetryMany } from '../retry/retry-many.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { listTexts } from './texts.ts';

export function DeliveriesPage() {
  const t = useTexts(listTexts);
  const title = deliveriesPage.title[useLanguage()];
  const { data } = useQuery(trpc.webhooks.listEndpoints.queryOptions({}));
  const urls = new Map(data?.data.map(({ id, url }) => [id, url]));
  return (
    <>
      <PageHeader actions={<RetryMany />} lead={t.lead} title={title} />
      <DeliveryList urls={urls} />
    </>
  );
}
