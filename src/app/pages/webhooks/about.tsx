import { focusManager, useQuery } from '@tanstack/react-query';
import { Children, type ReactNode, useEffect, useState } from 'react';
import type { EventSubject } from '../../../features/events/kept-events.schema.ts';
import { trpc } from '../../api/client.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage } from '../../text/language.ts';
import { TwoLines } from '../../ui/two-lines.tsx';

/** A page of a list. */
const AT_ONCE = 50;

type Subjects = {
  known: ReadonlyMap<string, EventSubject>;
  /** Those that need not be asked for. */
  fresh: ReadonlySet<string>;
};

/**
 * What events are about. Each is asked for once, however often the list that shows it is read again, and once more when
 * the person returns to the window, because a privacy switch may hide it since. Nothing is kept for the next page.
 */
export function useSubjects(ids: readonly string[]): (id: string) => EventSubject | undefined {
  const [{ known, fresh }, set] = useState<Subjects>({ known: new Map(), fresh: new Set() });
  const event_ids = [...new Set(ids)].filter((id) => !fresh.has(id)).slice(0, AT_ONCE);
  const { data: answer } = useQuery(
    trpc.events.subjects.queryOptions({ event_ids }, { enabled: event_ids.length > 0, gcTime: 0 }),
  );
  useEffect(() => {
    const entries = answer?.data.map((one) => [one.event_id, one] as const);
    if (!entries) return;
    set((before) => {
      const now = new Map([...before.known, ...entries]);
      return { known: now, fresh: new Set([...before.fresh, ...entries.map(([id]) => id)]) };
    });
  }, [answer]);
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) set((before) => ({ ...before, fresh: new Set() }));
      }),
    [],
  );
  return (id) => known.get(id);
}

type Props = {
  /** Undefined until the server has said it. */
  subject: EventSubject | undefined;
};

/** Who and what an event is about. If their names are hidden or gone, the id says it. */
export function About({ subject }: Props) {
  const lines = useLines(subject);
  if (!subject) return null;
  // The name of a thing may be long, and is cut first.
  const text = lines.join(' · ');
  if (text === '')
    return <span className="font-mono text-xs text-soft">{subject.object_id ?? '–'}</span>;
  return <span title={text}>{text}</span>;
}

/** The same in a column of its own, which has room for two lines. */
export function AboutCell({ subject }: Props) {
  const [first, second] = useLines(subject);
  if (!second) return <About subject={subject} />;
  return (
    <span title={`${first} · ${second}`}>
      <TwoLines more={second}>{first}</TwoLines>
    </span>
  );
}

/** The person with the score, and the thing. */
function useLines(subject: EventSubject | undefined): string[] {
  const language = useLanguage();
  if (!subject) return [];
  const { person, object, score } = subject;
  const who = [person?.name, score === null ? null : numberText(score, language)];
  return [who.filter(Boolean).join(' · '), object ?? ''].filter(Boolean);
}

/** What there is of these parts, for one line. Null if there is none. */
export function dotted(parts: readonly ReactNode[]): ReactNode {
  const shown = Children.toArray(parts);
  if (shown.length === 0) return null;
  return shown.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]));
}
