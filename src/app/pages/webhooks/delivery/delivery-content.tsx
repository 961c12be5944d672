import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { diagnoseDelivery } from '../../../../shared/diagnosis/diagnose-delivery.ts';
import { queryClient, trpc } from '../../../api/client.ts';
import { Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { Thread } from '../../../thread/thread.tsx';
import { ThreadStrip } from '../../../thread/thread-strip.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WithFacts } from '../../../ui/with-facts.tsx';
import { AboutDetail } from '../about-detail.tsx';
import { EndpointUrl } from '../endpoint-url.tsx';
import { AttemptEntry } from './attempt-entry.tsx';
import { BodyView } from './body-view.tsx';
import { DiagnosisCard } from './diagnosis-card.tsx';
import { OthersAlike } from './others-alike.tsx';
import { Section } from './section.tsx';
import { deliveryTexts } from './texts.ts';
import { TimeLine } from './time-line.tsx';

/**
 * All that is known of one delivery, in a drawer or on its own page. If it has failed, what went wrong comes first, and
 * then what was sent and answered.
 */
export function DeliveryContent({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTexts(deliveryTexts);
  const { event, waiting, status, attempt } = delivery;
  useFreshThread(`${status} ${attempt}`);
  const diagnosis = diagnoseDelivery(delivery);
  return (
    <>
      <ThreadStrip from={{ of: 'event', id: event.id }} here={delivery.id} />
      {waiting ? <Notice isUrgent>{t.queued}</Notice> : null}
      <OthersAlike delivery={delivery} />
      <WithFacts
        facts={<Facts delivery={delivery} hasStatus={diagnosis === null} />}
        factsFirst={diagnosis === null}
        further={
          <>
            <Thread deliveryId={delivery.id} from={{ of: 'event', id: event.id }} />
            <TimeLine steps={delivery.time_line} />
          </>
        }
      >
        {diagnosis ? <DiagnosisCard delivery={delivery} diagnosis={diagnosis} /> : null}
        <BodyView event={event} isHidden={t.hidden} />
        <AttemptList attempts={delivery.attempts} attempt={attempt} deliveryId={delivery.id} />
      </WithFacts>
    </>
  );
}

/** The thread above shows the same attempts. Without this, it would notice a new one seconds later. */
function useFreshThread(attempted: string) {
  const before = useRef(attempted);
  useEffect(() => {
    if (before.current === attempted) return;
    before.current = attempted;
    void queryClient.invalidateQueries({ queryKey: trpc.thread.get.queryKey() });
  }, [attempted]);
}

function Facts({ delivery, hasStatus }: { delivery: DeliveryDetail; hasStatus: boolean }) {
  const t = useTexts(deliveryTexts);
  const { endpoint, event, waiting, next_try_at, status, attempt } = delivery;
  return (
    <Details>
      {hasStatus ? (
        <Detail label={t.status}>
          <span className="grid justify-items-start gap-1">
            <DeliveryStatus attempt={attempt} next_try_at={next_try_at} status={status} />
            {status === 'ok' ? <span className="text-soft">{t.onlyFailed}</span> : null}
          </span>
        </Detail>
      ) : null}
      <AboutDetail eventId={event.id} />
      <Detail label={t.endpoint}>
        <Link className="wrap-anywhere hover:underline" to={`/webhooks/${endpoint.id}`}>
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
      {hasStatus && next_try_at && !waiting ? (
        <Detail label={t.next}>
          <Time at={next_try_at} />
        </Detail>
      ) : null}
    </Details>
  );
}

type Props = Pick<DeliveryDetail, 'attempts' | 'attempt'> & { deliveryId: string };

/** The attempts, newest first. The newest one is open. */
function AttemptList({ attempts, attempt, deliveryId }: Props) {
  const t = useTexts(deliveryTexts);
  const newestFirst = attempts.toReversed();
  return (
    <Section title={t.attempts}>
      {attempts.length === 0 ? <p className="text-soft">{t.noAttempt}</p> : null}
      {attempts.length > 0 ? (
        <ol className="divide-y divide-line rounded-xl border border-line text-sm">
          {newestFirst.map((one) => (
            <AttemptEntry
              attempt={one}
              deliveryId={deliveryId}
              isNewest={one.n === attempt}
              key={one.n}
            />
          ))}
        </ol>
      ) : null}
      {attempts.length < attempt ? <p className="text-sm text-soft">{t.newest}</p> : null}
    </Section>
  );
}
