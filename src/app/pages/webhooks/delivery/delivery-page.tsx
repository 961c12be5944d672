import { useParams } from '@tanstack/react-router';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AboutLine } from '../about-detail.tsx';
import { deliveryPage } from '../page.ts';
import { DeliveryActions, DeliveryView } from './delivery-view.tsx';
import { deliveryTexts } from './texts.ts';
import { useDelivery } from './use-delivery.ts';

/** One delivery on a page of its own, so that people can send its address to others. */
export function DeliveryPage() {
  const t = useTexts(deliveryTexts);
  const title = deliveryPage.title[useLanguage()];
  const { deliveryId = '' } = useParams({ strict: false }) as { deliveryId?: string };
  const read = useDelivery(deliveryId);
  const { data: delivery, error } = read;
  if (!delivery && error) return <NotLoaded read={read} />;
  return (
    <>
      <PageHeader
        actions={delivery ? <DeliveryActions delivery={delivery} /> : null}
        back={<BackLink from={deliveryPage} />}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {delivery ? <DeliveryStatus {...delivery} /> : null}
            <span>
              {delivery ? <AboutLine eventId={delivery.event.id} otherwise={t.lead} /> : t.lead}
            </span>
          </span>
        }
        title={delivery?.event.type ?? title}
      />
      <h2 className="hidden-text">{title}</h2>
      {delivery ? <DeliveryView delivery={delivery} /> : <Skeleton className="h-96 w-full" />}
    </>
  );
}
