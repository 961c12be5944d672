import { z } from 'zod';

const at = z.iso.datetime();
/** Jobs of release 0.4.0 do not contain this field. */
const names = z.array(z.string()).default([]);

/**
 * The reason for which the worker writes to a person. It contains the address at this moment, so
 * that a later change of the address cannot redirect the mail.
 */
export const notice = z.discriminatedUnion('kind', [
  /** Anyone can ask for a new password, so perhaps nobody has this address. */
  z.object({ kind: z.literal('password_reset'), email: z.string(), at }),
  z.object({
    kind: z.literal('email_change'),
    person: z.string(),
    email: z.string(),
    newEmail: z.string(),
    at,
  }),
  z.object({
    kind: z.literal('email_changed'),
    person: z.string(),
    email: z.string(),
    newEmail: z.string(),
    at,
  }),
  z.object({
    kind: z.literal('password_changed'),
    person: z.string(),
    email: z.string(),
    /** Names of passkeys. */
    removed: names,
    left: names,
    at,
  }),
  z.object({
    kind: z.literal('email_change_undone'),
    person: z.string(),
    email: z.string(),
    undoneEmail: z.string(),
    removed: names,
    left: names,
    at,
  }),
  z.object({
    kind: z.literal('passkey_added'),
    person: z.string(),
    email: z.string(),
    name: z.string(),
    at,
  }),
  z.object({
    kind: z.literal('command_line_confirmed'),
    person: z.string(),
    email: z.string(),
    team: z.string(),
    machine: z.string(),
    system: z.string(),
    ip: z.string().nullable(),
    at,
  }),
]);
export type Notice = z.output<typeof notice>;
export type NoticeOf<K extends Notice['kind']> = Extract<Notice, { kind: K }>;
