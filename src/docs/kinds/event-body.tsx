import type { Language } from '../../shared/language/language.ts';
import type { EventPage } from '../reference/read-event.ts';
import { referenceTexts } from '../reference/texts.ts';
import { FieldList } from './field-list.tsx';
import { CodeBlock, Passage } from './passage.tsx';
import { SectionHeading } from './section-heading.tsx';

type Props = { event: EventPage; language: Language };

/** An event. On the left: when it is sent, and its fields. On the right: an example. */
export function EventBody({ event, language }: Props) {
  const t = referenceTexts[language];
  const { raised, notRaised, isSubscribable, fields, headers, example } = event;
  return (
    <div className="beside">
      <div className="introduction">
        <Passage language={language} text={isSubscribable ? t.subscribable : t.notSubscribable} />
        <Points id="raised" language={language} name={t.raised} points={raised} />
        <Points id="not-raised" language={language} name={t.notRaised} points={notRaised} />
      </div>
      <aside aria-label={t.example} className="aside">
        <h2>{t.eventExample}</h2>
        <CodeBlock codes={[{ language: 'json', code: example }]} language={language} />
      </aside>
      <div className="details">
        <SectionHeading id="body" language={language} name={t.eventFields} />
        <Passage language={language} text={t.mayGrow} />
        <FieldList fields={fields} language={language} side="answer" />
        <SectionHeading id="header" language={language} name={t.eventHeaders} />
        <FieldList fields={headers} language={language} side="answer" />
        <SectionHeading id="answer" language={language} name={t.eventAnswer} />
        <Passage language={language} text={t.eventAnswerText} />
      </div>
    </div>
  );
}

type PointsProps = { id: string; name: string; points: readonly string[]; language: Language };

function Points({ id, name, points, language }: PointsProps) {
  return (
    <section>
      <SectionHeading id={id} language={language} name={name} />
      <Passage language={language} text={points.map((point) => `- ${point}`).join('\n')} />
    </section>
  );
}

type EventsBodyProps = { events: readonly EventPage[]; language: Language };

/** All types of events, one line each. */
export function EventsBody({ events, language }: EventsBodyProps) {
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
