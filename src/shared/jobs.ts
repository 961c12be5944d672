import { z } from 'zod';
import { DEFAULT_LANGUAGE, languages } from './language/language.ts';

// The jobs of the worker by name, with what each contains. The code that adds a job and the task that does it use
// the same schema. SQL writes `webhook.deliver` of events, `mail.send` of teams and `member.erase` itself, because
// it also decides whether, when or how often. Releases that run side by side read the jobs of each other.

const tenant = z.string();
const at = z.iso.datetime();
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const names = z.array(z.string());

const aboutAccount = z.object({ person: z.string(), email: z.string(), at });

/**
 * The reason for which the worker writes to a person. It contains the address at this moment, so
 * that a later change of the address cannot redirect the mail.
 */
const notice = z.discriminatedUnion('kind', [
  /** Anyone can ask for a new password, so perhaps nobody has this address. */
  z.object({ kind: z.literal('password_reset'), email: z.string(), at }),
  aboutAccount.extend({ kind: z.literal('email_change'), newEmail: z.string() }),
  aboutAccount.extend({ kind: z.literal('email_changed'), newEmail: z.string() }),
  /** With the names of passkeys. */
  aboutAccount.extend({ kind: z.literal('password_changed'), removed: names, left: names }),
  aboutAccount.extend({
    kind: z.literal('email_change_undone'),
    undoneEmail: z.string(),
    removed: names,
    left: names,
  }),
  aboutAccount.extend({ kind: z.literal('passkey_added'), name: z.string() }),
  aboutAccount.extend({
    kind: z.literal('command_line_confirmed'),
    team: z.string(),
    machine: z.string(),
    system: z.string(),
    ip: z.string().nullable(),
  }),
]);

const sandbox = z.object({
  parent: z.string(),
  sandbox: z.string(),
  /** Missing in a job of an older release. */
  language: z.enum(languages).default(DEFAULT_LANGUAGE),
  /** Fills the sandbox with keys, requests and deliveries too. */
  history: z.boolean().default(false),
});

export const jobs = {
  'webhook.deliver': z.object({
    tenant,
    endpoints: z.array(z.string()),
    urgent: z.array(z.string()).nullable(),
  }),
  'webhook.retry_all': z.object({ tenant, run: z.string() }),
  /** An endpoint that has failed for a day, and when it will be paused if it goes on. */
  'webhook.failing': z.object({
    tenant,
    endpoint: z.string(),
    failingSince: moment,
    pausesAt: moment,
    warnedAt: moment,
  }),
  /** The state of the endpoint when it was paused. The row loses this state when somebody activates the endpoint. */
  'webhook.paused': z.object({
    tenant,
    endpoint: z.string(),
    pausedAt: moment,
    failingSince: moment,
    lastSuccessAt: moment.nullable(),
  }),
  'mail.send': z.object({ mail: z.string() }),
  'mail.account': notice,
  /** The invitation, and the time at which it was sent, because it can be sent again. */
  'mail.invite': z.object({ tenant, member: z.string(), at: z.string() }),
  /** The contact, and the time at which it was asked. A contact can be asked several times. */
  'mail.contact': z.object({ tenant, contact: z.string(), at }),
  /** A sign-in with a browser that this person has not used before, and the person's address at that moment. */
  'mail.new_device': z.object({
    person: z.string(),
    session: z.string(),
    email: z.string(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    at,
  }),
  'team.member_detail_on': z.object({ tenant, day: z.iso.date() }),
  'security.attempt': z.object({
    kind: z.enum(['sign_in_failed', 'proof_failed', 'reset_requested']),
    email: z.string(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    at,
  }),
  /** A connection to a CRM that needs a person, and the time at which a worker noticed this. */
  'crm.needs_person': z.object({ tenant, connection: z.string(), noticedAt: moment }),
  'crm.revoke': z.object({
    tenant,
    connection: z.string(),
    provider: z.string(),
    account: z.string(),
    /** The encrypted credentials, in base64, as they were in the row of the connection. */
    sealed: z.string(),
  }),
  'member.erase': z.object({ tenant, member: z.string() }),
  'erasure.log': z.union([
    z.object({ team: z.string() }),
    z.object({ account: z.string() }),
    z.object({ tenant, contact: z.string() }),
  ]),
  'sandbox.fill': sandbox,
  'sandbox.reset': sandbox,
  'sandbox.remove': sandbox,
};

export type JobName = keyof typeof jobs;

/** What the code writes that adds the job. */
export type Payload<N extends JobName> = z.input<(typeof jobs)[N]>;

/** What the task reads. */
export type Job<N extends JobName> = z.output<(typeof jobs)[N]>;

type Notice = Job<'mail.account'>;
export type NoticeOf<K extends Notice['kind']> = Extract<Notice, { kind: K }>;
