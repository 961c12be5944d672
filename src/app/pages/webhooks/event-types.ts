import type { EventType } from '../../../features/webhooks/events.schema.ts';
import { subscribableEvents } from '../../../features/webhooks/subscribable-events.ts';

export type ChosenType = (typeof subscribableEvents)[number];

export const allTypes: readonly EventType[] = [...subscribableEvents, 'ping'];

/** The types among these names, in the order of the page. */
export const typesAmong = (names: readonly string[]): ChosenType[] =>
  subscribableEvents.filter((type) => names.includes(type));

export function typeNamed(name: string | undefined): EventType | undefined {
  return allTypes.find((type) => type === name);
}
