import { useTexts } from '../../../text/language.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Pane } from '../../../ui/pane.tsx';
import { OpenPage } from '../open-page.tsx';
import { EventView } from './event-view.tsx';
import { eventListTexts } from './texts.ts';
import { useEvent } from './use-event.ts';

/** An event beside the list in which it was found. */
export function EventDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(eventListTexts);
  const read = useEvent(id);
  const { data: event } = read;
  return (
    <Pane lead={<OpenPage to={`/events/${id}`} />} onClose={onClose} title={event?.type ?? t.event}>
      {event ? <EventView event={event} /> : null}
      <NotLoaded read={read} />
    </Pane>
  );
}
