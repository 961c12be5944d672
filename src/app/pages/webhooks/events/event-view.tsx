import { Link } from '@tanstack/react-router';
import type { EventDetail } from '../../../../features/events/kept-events.schema.ts';
import { Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { Thread } from '../../../thread/thread.tsx';
import { ThreadStrip } from '../../../thread/thread-strip.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { State } from '../../../ui/state.tsx';
import { WithFacts } from '../../../ui/with-facts.tsx';
import { AboutDetail } from '../about-detail.tsx';
import { BodyView } from '../delivery/body-view.tsx';
import { Section } from '../delivery/section.tsx';
import { EndpointUrl } from '../endpoint-url.tsx';
import { eventListTexts } from './texts.ts';

/** What became of an event, its body, and what caused it. */
export function EventView({ event }: { event: EventDetail }) {
  const t = useTexts(eventListTexts);
  const origin = { of: 'event', id: event.id } as const;
  return (
    <>
      <ThreadStrip from={origin} here={event.id} />
      <WithFacts
        facts={<Facts event={event} />}
        further={
          <>
            <Deliveries deliveries={event.deliveries} />
            <ReaderList readers={event.readers} />
            <BodyView event={event} isHidden={t.hidden} />
            <Thread from={origin} />
          </>
        }
      />
    </>
  );
}

function Facts({ event }: { event: EventDetail }) {
  const t = useTexts(eventListTexts);
  return (
    <Details>
      <AboutDetail eventId={event.id} />
      <Detail label="ID">
        <CopyableId id={event.id} />
      </Detail>
      <Detail label={t.raised}>
        <Time at={event.created_at} shows="date-time" />
      </Detail>
    </Details>
  );
}

const rows = 'divide-y divide-line rounded-xl border border-line text-sm';
const row = 'flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2';
const link = 'min-w-0 rounded-sm wrap-anywhere hover:underline';

function Deliveries({ deliveries }: Pick<EventDetail, 'deliveries'>) {
  const t = useTexts(eventListTexts);
  return (
    <Section title={t.deliveries}>
      {deliveries.length === 0 ? <p className="text-sm text-soft">{t.noDelivery}</p> : null}
      {deliveries.length > 0 ? (
        <ul className={rows}>
          {deliveries.map(({ id, endpoint_id, url, ...delivery }) => (
            <li className={row} key={id}>
              <Link className={link} to={`/webhooks/${endpoint_id}`}>
                <EndpointUrl url={url} />
              </Link>
              <Link className="rounded-sm hover:underline" to={`/deliveries/${id}`}>
                <DeliveryStatus {...delivery} />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function ReaderList({ readers }: Pick<EventDetail, 'readers'>) {
  const t = useTexts(eventListTexts);
  return (
    <Section title={t.readers}>
      {readers.length === 0 ? <p className="text-sm text-soft">{t.noReaderOfEvent}</p> : null}
      {readers.length > 0 ? (
        <ul className={rows}>
          {readers.map(({ key, types, has_taken }) => (
            <li className={row} key={`${key.id} ${types}`}>
              <span className="grid min-w-0">
                <Link className={link} search={{ key: key.id } as never} to="/api-keys">
                  {key.name}
                </Link>
                <span className="text-xs wrap-anywhere text-soft">
                  {types === null ? t.allTypes : types.join(', ')}
                </span>
              </span>
              <State is={has_taken ? 'taken' : 'open'} noun="reading" />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}
