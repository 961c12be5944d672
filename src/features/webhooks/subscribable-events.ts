import type { EventType } from './events.schema.ts';

/** The types that an endpoint can choose. A `ping` is sent only on request (D153). */
export const subscribableEvents = [
  'training.completed',
  'evaluation.completed',
  'assignment.created',
  'assignment.completed',
  'member.joined',
  'member.removed',
  'member.erased',
  'crm.sync.failed',
] as const satisfies readonly Exclude<EventType, 'ping'>[];
