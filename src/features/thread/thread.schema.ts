import { z } from 'zod';
import { text } from '../../shared/schema/text.ts';
import { auditEntry } from '../audit-log/audit-log.schema.ts';
import { eventAnswer } from '../webhooks/listeners.schema.ts';

const moment = z.iso.datetime();

export const threadInput = z.strictObject({
  /** What the id names: a request, an entry of the audit log, or an event. */
  of: z.enum(['request', 'entry', 'event']),
  id: text(100),
});
export type ThreadInput = z.output<typeof threadInput>;

export const locateInput = z.strictObject({ request_id: z.uuid().toLowerCase() });

/** The team or sandbox that knows the request. Null if none of the person's other teams does. */
export const locatedRequest = z.strictObject({
  team: z
    .strictObject({ id: z.string(), name: z.string(), sandbox_of: z.string().nullable() })
    .nullable(),
});
export type LocatedRequest = z.output<typeof locatedRequest>;

const line = z.strictObject({
  at: moment,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  ms: z.int(),
  key: z.strictObject({ prefix: z.string(), name: z.string() }).nullable(),
});

const request = z.strictObject({
  id: z.string(),
  /**
   * `logged`: it has a line in the request log. `hidden`: the person may not see that log. `expired`:
   * the log no longer has lines of that time. `app`, `product`: requests of the app and of the
   * product's backend have no line. `missing`: there is no line for another reason.
   */
  state: z.enum(['logged', 'hidden', 'expired', 'app', 'product', 'missing']),
  line: line.nullable(),
});
export type ThreadRequest = z.output<typeof request>;

const attempt = z.strictObject({
  n: z.int(),
  at: moment,
  response_code: z.int().nullable(),
  error: z.string().nullable(),
});

const delivery = z.strictObject({
  id: z.string(),
  endpoint: z.strictObject({ id: z.string(), url: z.string() }),
  status: z.enum(['pending', 'ok', 'gave_up']),
  /** How many attempts there were. */
  attempt: z.int(),
  /** The time of the next attempt. Null also while the endpoint is switched off or paused. */
  next_try_at: moment.nullable(),
  /** The newest attempts, oldest first. */
  attempts: z.array(attempt),
  /** Why the last attempt has failed, as the diagnosis of the delivery names it. Null if it has not. */
  cause: z.string().nullable(),
});
export type ThreadDelivery = z.output<typeof delivery>;

const event = z.strictObject({
  id: z.string(),
  type: z.string(),
  at: moment,
  deliveries: z.array(delivery),
  /** The answers of developers' machines to the event. */
  command_lines: z.array(eventAnswer),
});
export type ThreadEvent = z.output<typeof event>;

export const thread = z.strictObject({
  /** Null if no request has made the change, but the command line of the operator or a worker. */
  request: request.nullable(),
  /** Oldest first, as are the events. */
  entries: z.array(auditEntry),
  /** Null if the person may not see webhooks. */
  events: z.array(event).nullable(),
  /** True if the change is so old that its deliveries may have been removed. */
  events_expired: z.boolean(),
  /** True if there are more entries or events than the answer shows. */
  has_more: z.boolean(),
});
export type Thread = z.output<typeof thread>;

/** The part of the outcome that a command line prints. It names no people. */
export const printedOutcome = z.strictObject({
  entries: z.array(z.strictObject({ action: z.string() })),
  events: thread.shape.events,
});
