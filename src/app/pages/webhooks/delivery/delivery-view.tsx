import { Link } from '@tanstack/react-router';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { Thread } from '../../../thread/thread.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EndpointUrl } from '../endpoint-url.tsx';
import { AttemptList } from './attempt-list.tsx';
import { BodyView } from './body-view.tsx';
import { deliveryTexts } from './texts.ts';
import { TimeLine } from './time-line.tsx';

/** All that is known of one delivery, in a drawer or on its own page. */
export function DeliveryView({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTexts(deliveryTexts);
  const { endpoint, event, waiting, next_try_at } = delivery;
  return (
    <>
      {waiting ? <Notice isUrgent>{t.queued}</Notice> : null}
      <Details>
        <Detail label={t.status}>
          <span className="grid justify-items-start gap-1">
            <DeliveryStatus
              attempt={delivery.attempt}
              next_try_at={next_try_at}
              status={delivery.status}
            />
            {delivery.status === 'ok' ? <span className="text-soft">{t.onlyFailed}</span> : null}
          </span>
        </Detail>
        <Detail label={t.endpoint}>
          <Link className="break-all hover:underline" to={`/webhooks/${endpoint.id}`}>
            <EndpointUrl url={endpoint.url} />
          </Link>
        </Detail>
        <Detail label={t.eventId}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CopyableId id={event.id} />
            <Link
              className="min-h-6 rounded-sm py-0.5 text-accent-text underline underline-offset-2"
              search={{ id: event.id } as never}
              to="/deliveries"
            >
              {t.ofEvent}
            </Link>
          </span>
        </Detail>
        <Detail label="ID">
          <CopyableId id={delivery.id} />
        </Detail>
        <Detail label={t.raised}>
          <Time at={event.created_at} shows="date-time" />
        </Detail>
        {next_try_at && !waiting ? (
          <Detail label={t.next}>
            <Time at={next_try_at} />
          </Detail>
        ) : null}
      </Details>
      <AttemptList
        attempts={delivery.attempts}
        attempt={delivery.attempt}
        deliveryId={delivery.id}
      />
      <Thread deliveryId={delivery.id} from={{ of: 'event', id: event.id }} />
      <BodyView event={event} />
      <TimeLine steps={delivery.time_line} />
    </>
  );
}
