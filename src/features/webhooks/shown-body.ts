import type { Call } from '../../operation/call.ts';

/**
 * The body of an event without the fields that the switches hide now. The switches may have been on when the event was
 * raised.
 */
export function shownBody(
  { actor }: Pick<Call, 'actor'>,
  body: string,
): { body: string; hidden: string[] } {
  const fields = actor.privacy.hidden('event').map(({ field }) => field);
  const envelope = JSON.parse(body) as { data: Record<string, unknown> };
  const hidden = fields.filter((field) => field in envelope.data);
  if (hidden.length === 0) return { body, hidden };
  for (const field of hidden) delete envelope.data[field];
  return { body: JSON.stringify(envelope), hidden };
}
