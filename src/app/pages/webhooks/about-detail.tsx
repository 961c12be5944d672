import { Link } from '@tanstack/react-router';
import type { EventSubject } from '../../../features/events/kept-events.schema.ts';
import { placeOfId } from '../../session/id-places.ts';
import { useSession } from '../../session/session.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { MemberName } from '../../team/person.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Detail } from '../../ui/details.tsx';
import { About, dotted, useSubjects } from './about.tsx';
import { eventListTexts } from './events/texts.ts';

/** Whom and what an event is about, with the way there. */
export function AboutDetail({ eventId }: { eventId: string }) {
  const t = useTexts(eventListTexts);
  return (
    <Detail label={t.about}>
      <AboutLine eventId={eventId} />
    </Detail>
  );
}

/** The same without a title. As long as nobody and nothing is named, `otherwise` or the id stands there. */
export function AboutLine({ eventId, otherwise }: { eventId: string; otherwise?: string }) {
  const subject = useSubjects([eventId])(eventId);
  if (subject && (subject.person || subject.object)) return <Names subject={subject} />;
  return otherwise ?? <About subject={subject} />;
}

function Names({ subject: { person, object, object_id, score } }: { subject: EventSubject }) {
  const language = useLanguage();
  const session = useSession();
  // Who is no member any more has no page.
  const members = useMembersById([person?.id ?? null], 'id');
  const place = object && object_id && session ? placeOfId(object_id, session) : undefined;
  return dotted([
    person && (
      <MemberName key="person" member={members.get(person.id)}>
        {person.name}
      </MemberName>
    ),
    score === null ? null : numberText(score, language),
    place ? (
      <Link
        className="rounded-sm wrap-anywhere underline-offset-4 hover:underline"
        key="object"
        search={Object.fromEntries(new URLSearchParams(place.search)) as never}
        to={place.path}
      >
        {object}
      </Link>
    ) : (
      object
    ),
  ]);
}
