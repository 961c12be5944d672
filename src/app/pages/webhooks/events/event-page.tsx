import { useParams } from '@tanstack/react-router';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { late } from '../../../ui/late.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AboutLine } from '../about-detail.tsx';
import { eventPage } from '../page.ts';
import { eventListTexts } from './texts.ts';
import { useEvent } from './use-event.ts';

const EventView = late(() => import('./event-view.tsx').then((part) => part.EventView));

/** One event on a page of its own, so that people can send its address to others. */
export function EventPage() {
  const t = useTexts(eventListTexts);
  const title = eventPage.title[useLanguage()];
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string };
  const read = useEvent(eventId);
  const { data: event, error } = read;
  if (!event && error) return <NotLoaded read={read} />;
  return (
    <>
      <PageHeader
        back={<BackLink from={eventPage} />}
        lead={event ? <AboutLine eventId={event.id} otherwise={t.eventLead} /> : t.eventLead}
        title={event?.type ?? title}
      />
      <h2 className="hidden-text">{title}</h2>
      {event ? <EventView event={event} /> : <Skeleton className="h-96 w-full" />}
    </>
  );
}
