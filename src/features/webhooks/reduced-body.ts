import { Privacy } from '../../auth/privacy.ts';

/**
 * The stored body of an event without the fields that the switch hides: the same bytes as if the event had been raised
 * while the switch was off.
 */
export function reducedBody(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> };
  Privacy.hidesAll.strip('event', event.data);
  return JSON.stringify(event);
}
