import type { EventType, subscribableEvents } from '../../../features/webhooks/events.schema.ts';

export type ChosenType = (typeof subscribableEvents)[number];

/** The types that an endpoint can choose, in the order of the contract. Another list does not compile. */
export const chosenTypes: typeof subscribableEvents = [
  'training.completed',
  'evaluation.completed',
  'assignment.created',
  'assignment.completed',
  'member.joined',
  'member.removed',
  'crm.sync.failed',
];

export const allTypes: readonly EventType[] = [...chosenTypes, 'ping'];

export function typeNamed(name: string | undefined): EventType | undefined {
  return allTypes.find((type) => type === name);
}
