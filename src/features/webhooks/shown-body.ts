import type { Privacy } from '../../auth/privacy.ts';

/**
 * The body of an event without the fields that the switches hide now. The team may have shown them when the event was
 * raised (D180).
 */
export function shownBody(privacy: Privacy, body: string): { body: string; hidden: string[] } {
  const fields = privacy.hidden('event').map(({ field }) => field);
  if (fields.length === 0) return { body, hidden: [] };
  const envelope = JSON.parse(body) as { data: Record<string, unknown> };
  const hidden = fields.filter((field) => field in envelope.data);
  if (hidden.length === 0) return { body, hidden };
  for (const field of hidden) delete envelope.data[field];
  return { body: JSON.stringify(envelope), hidden };
}
