import type { Language } from '../../shared/language.ts';
import type { EventPage } from '../reference/read-event.ts';
import { referenceTexts } from '../reference/texts.ts';
import { Passage } from './passage.tsx';

type Props = { events: readonly EventPage[]; language: Language };

/** All types of events, one line each. */
export function EventsBody({ events, language }: Props) {
  return (
    <div>
      <Passage language={language} text={referenceTexts[language].eventsMore} />
      <ul className="lines">
        {events.map(({ type, title }) => (
          <li key={type}>
            <a className="line event" href={`/docs/${language}/events/${type}`}>
              <span className="path">{type}</span>
              <span className="title">{title.replaceAll('`', '')}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
