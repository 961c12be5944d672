import { type EventWords, eventGuide } from './event-guide.ts';
import { type Operation, resolved, webhooksOf } from './read-document.ts';
import { type Field, fieldsOf, parameterField, type Reading } from './read-fields.ts';
import { shown } from './read-operation.ts';

/** What the page of a type of event shows, in one language. Its texts are Markdown. */
export type EventPage = {
  type: string;
  title: string;
  isSubscribable: boolean;
  raised: string[];
  notRaised: string[];
  fields: Field[];
  headers: Field[];
  example: string;
};

export function readEvents(reading: Reading): EventPage[] {
  return webhooksOf(reading.document).map(({ type, operation }) =>
    readEvent(reading, type, operation),
  );
}

function readEvent(reading: Reading, type: string, operation: Operation): EventPage {
  const { document, say } = reading;
  if (!operation.requestBody) throw new Error(`${type} has no body`);
  const { content } = resolved(document, operation.requestBody);
  const { schema = {}, example } = content['application/json'] ?? {};
  const body = resolved(document, schema);
  return {
    type,
    title: say(body.description ?? ''),
    isSubscribable: type !== 'ping',
    ...wordsOf(reading, type),
    fields: fieldsOf(reading, body, 'body'),
    headers: (operation.parameters ?? []).map((one) =>
      parameterField(reading, resolved(document, one)),
    ),
    example: shown(example),
  };
}

function wordsOf({ language, link }: Reading, type: string): EventWords {
  const words = Object.entries(eventGuide).find(([name]) => name === type)?.[1];
  if (!words) throw new Error(`src/docs/reference/event-guide.ts lacks ${type}`);
  const { raised, notRaised } = words[language];
  return { raised: raised.map(link), notRaised: notRaised.map(link) };
}
