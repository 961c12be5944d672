import { Privacy } from '../../auth/privacy.ts';

/** The stored body of an event without what a privacy switch hides, byte for byte as it is frozen while it is off. */
export function reducedBody(body: string): string {
  const event = JSON.parse(body) as { data: Record<string, unknown> };
  Privacy.hidesAll.strip('event', event.data);
  return JSON.stringify(event);
}
