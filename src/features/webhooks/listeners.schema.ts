import { z } from 'zod';

const moment = z.iso.datetime();

const person = z.strictObject({
  /** The member's id. */
  id: z.string(),
  /** Null while `member_detail_enabled` is off, unless the person is oneself. */
  name: z.string().nullable(),
  is_me: z.boolean(),
});

/** The answer of a server on a developer's machine. `status` is null if it did not answer. */
const answer = z.strictObject({
  at: moment,
  status: z.int().nullable(),
  ms: z.int(),
  error: z.string().nullable(),
});

const listener = z.strictObject({
  id: z.string(),
  by: person,
  /** Null while `member_detail_enabled` is off, unless it is one's own. */
  machine: z.string().nullable(),
  since: moment,
  /** False if the command line has lost its connection, and may still come back and go on where it was. */
  is_connected: z.boolean(),
  events: z.array(z.string()),
  forwarded: z.int(),
  last_answer: answer.nullable(),
});
export type ShownListener = z.output<typeof listener>;

export const listenersInput = z.strictObject({});
export const listenerList = z.strictObject({ data: z.array(listener) });
export type ListenerList = z.output<typeof listenerList>;

/** The answer of a developer's machine to an event. The app shows it beside the deliveries. */
export const eventAnswer = z.strictObject({
  listener_id: z.string(),
  by: person,
  /** Null while `member_detail_enabled` is off, unless it is one's own. */
  machine: z.string().nullable(),
  /** Null if the machine has not answered yet. */
  answer: answer.nullable(),
});
export type EventAnswer = z.output<typeof eventAnswer>;
