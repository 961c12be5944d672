import { z } from 'zod';
import {
  connectionSettings,
  crmIntervals,
  crmProviders,
  crmWord,
} from '../../../crm/connection-settings.ts';
import { editVersion } from '../../../shared/schema/edit-version-input.ts';
import { lineText, text } from '../../../shared/schema/text.ts';
import { crmRun, failure } from './runs.schema.ts';

/** The most values of the industry field, and the most owners, that one change may name. */
const MOST_MAPPED = 500;

const moment = z.iso.datetime();
const provider = z.enum(crmProviders);
const every_minutes = z.literal(crmIntervals);
const secret = text(2000).min(1);
const host = text(253).min(1);

/** The credentials that a person enters to connect by token. Their fields depend on the provider. */
const credentials = z.union([
  z.strictObject({ access_token: secret }),
  z.strictObject({ api_token: secret, company: host }),
  z.strictObject({ my_domain: host, consumer_key: secret, consumer_secret: secret }),
  // The provider `demo` asks for nothing.
  z.strictObject({}),
]);

export const connectionIdInput = z.strictObject({ connection_id: text(100).min(1) });

export const providersAnswer = z.strictObject({
  /** The providers in the order of the page. Only the demo team and sandboxes for looking around have `demo`. */
  data: z.array(
    z.strictObject({
      provider,
      /**
       * True if a person can connect on the consent page of the provider. False if the operator has not set
       * the client for it.
       */
      oauth: z.boolean(),
      /** The fields of the credentials that a person can enter. */
      fields: z.array(z.string()),
    }),
  ),
  /** How many further connections the team may have. */
  left: z.int(),
  /** From where our requests come, for the customer's firewall. Empty if the operator names no addresses. */
  egress_addresses: z.array(z.string()),
});

export const connectInput = z.strictObject({
  provider,
  credentials,
  /** If the name is missing, the connection gets the name of the account. */
  name: lineText(1, 100).optional(),
});

/** With `connection_id`, the consent is for a connection that exists, and reconnects it. */
export const beginOAuthInput = z.strictObject({
  provider,
  connection_id: text(100).min(1).optional(),
});
export const consentPage = z.strictObject({ url: z.string() });

/** The parameters that the redirect of the provider has brought to /app/crm/callback. */
export const finishOAuthInput = z.strictObject({
  state: text(500).min(1),
  /** The code is missing if the person or the provider has refused. */
  code: text(4000).min(1).optional(),
  /** The provider's `error`, such as `access_denied`. */
  error: text(200).min(1).optional(),
});

/**
 * The state of a connection, as its line in the list shows it.
 *
 * - `first`: its first synchronization has not ended yet
 * - `up_to_date`: the last synchronization was good, the next one is planned
 * - `behind`: the last synchronization has read up to `read_to`; the next one, which reads the rest, is due
 * - `running`: a worker has begun
 * - `waits_for_quota`: until `waits_until`
 * - `sign_in`: the provider no longer accepts the credentials
 * - `paused`: a person has paused it
 * - `confirm_deletion`: more than half of the deals would be removed; a person has to confirm this
 * - `failing`: since `failing_since`; it is tried again at `next_sync_at`
 * - `ended`: disconnected, its data are kept
 * - `removing`: disconnected, its data are being removed
 */
export const connectionState = z.enum([
  'first',
  'up_to_date',
  'behind',
  'running',
  'waits_for_quota',
  'sign_in',
  'paused',
  'confirm_deletion',
  'failing',
  'ended',
  'removing',
]);

const summary = {
  id: z.string(),
  provider,
  name: z.string(),
  state: connectionState,
  account_id: z.string(),
  account_name: z.string().nullable(),
  /**
   * How the connection was made, the last four characters of its secret, and when this secret was stored.
   */
  access: z.strictObject({
    kind: z.enum(['token', 'oauth']),
    last_four: z.string(),
    since: moment,
  }),
  every_minutes,
  created_at: moment,
  synced_at: moment.nullable(),
  /** Up to when the last synchronization has read, if changes since then wait for the next one. */
  read_to: moment.nullable(),
  /**
   * True if a worker has claimed the connection. The run of this worker may appear only with its first page.
   */
  in_work: z.boolean(),
  next_sync_at: moment.nullable(),
  waits_until: moment.nullable(),
  failing_since: moment.nullable(),
  consecutive_failures: z.int(),
  /** Why the last attempt failed. Null once an attempt has succeeded. */
  failure: failure.nullable(),
  deals: z.int(),
  objections: z.int(),
  /** How many requests were sent today, and how many may be sent in a day. Null if no limit is known. */
  requests_today: z.int(),
  daily_budget: z.int().nullable(),
  /** The run that is not over yet. */
  run: crmRun.nullable(),
};

export const connectionList = z.strictObject({ data: z.array(z.strictObject(summary)) });

/** A connection after a change of it. */
export const changedConnection = z.strictObject({ ...summary, version: editVersion });

/** A connection that was made. `revived` is true if it is a former connection: its deals keep their ids. */
export const madeConnection = z.strictObject({ ...changedConnection.shape, revived: z.boolean() });

/** What is not kept of a CRM that has more than pages can show. */
const leftOut = z.record(z.enum(['pipelines', 'stages', 'fields', 'choices']), z.int());

const owner = z.strictObject({
  external_id: z.string(),
  /** The name of the owner. Null while member detail is off, and for an owner who was erased. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /**
   * The member who is this owner: matched by e-mail address, or assigned by a person. Null while member
   * detail is off.
   */
  user_id: z.string().nullable(),
  chosen: z.boolean(),
  erased: z.boolean(),
  deals: z.int(),
});

export const connectionDetail = z.strictObject({
  ...summary,
  /** What the team has chosen. */
  settings: connectionSettings,
  /**
   * The requests that the team allows in a day. If null, half of what the provider grants. If the provider
   * does not say what it grants, there is no limit.
   */
  chosen_budget: z.int().nullable(),
  currency: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** The address of the CRM for people. Null if it is not known. */
  crm_url: z.string().nullable(),
  /** True for the practice CRM of a sandbox for looking around. */
  is_practice: z.boolean(),
  /** The failed run that is the reason of the present failure. */
  failed_run_id: z.string().nullable(),
  /**
   * The run that has set aside most records, since the last full pass began. Null if all records could be
   * read.
   */
  set_aside: z.strictObject({ run_id: z.string(), count: z.int() }).nullable(),
  /** The pipelines of the CRM among which a person can choose. Empty before the first synchronization. */
  pipelines: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  fields: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      options: z.array(z.strictObject({ value: z.string(), name: z.string() })),
    }),
  ),
  /** How much is not kept of a CRM that has so many pipelines, fields or choices. Null before the first run. */
  left_out: leftOut.nullable(),
  /**
   * The values of the industry field in deals, each with the number of its deals. At most the 200 most
   * frequent values.
   */
  industry_values_found: z.array(z.strictObject({ value: z.string(), deals: z.int() })),
  /** The owners of deals. Owners who match no member come first. At most 500. */
  owners: z.array(owner),
  version: editVersion,
});

const { pipelines, industry_field, industry_values, lost_reason_field, objections_field, notes } =
  connectionSettings.shape;
/**
 * A missing field stays as it is. So the fields have no defaults here, as those of the stored settings have.
 */
const changedSettings = z.strictObject({
  pipelines: pipelines.unwrap().optional(),
  industry_field: industry_field.unwrap().optional(),
  industry_values: industry_values
    .unwrap()
    .refine((values) => Object.keys(values).length <= MOST_MAPPED, `At most ${MOST_MAPPED}.`)
    .optional(),
  lost_reason_field: lost_reason_field.unwrap().optional(),
  objections_field: objections_field.unwrap().optional(),
  notes: notes.unwrap().optional(),
});

export const changeConnectionInput = z.strictObject({
  ...connectionIdInput.shape,
  version: editVersion,
  name: lineText(1, 100).optional(),
  every_minutes: every_minutes.optional(),
  /**
   * Null means the default. With fewer than 100 requests, reading owners, pipelines and fields could use up a
   * day.
   */
  daily_budget: z.int().min(100).max(10_000_000).nullable().optional(),
  settings: changedSettings.optional(),
  /** The member for the id of an owner in the CRM. Null matches the owner by e-mail address again. */
  owners: z
    .record(crmWord, text(100).min(1).nullable())
    .refine((owners) => Object.keys(owners).length <= MOST_MAPPED, `At most ${MOST_MAPPED}.`)
    .optional(),
});

export const reconnectInput = z.strictObject({ ...connectionIdInput.shape, credentials });

/**
 * `confirm_deletion` confirms the removal of more than half of the deals, if the last full pass has asked for
 * this.
 */
export const syncNowInput = z.strictObject({
  ...connectionIdInput.shape,
  confirm_deletion: z.boolean().default(false),
});

export const disconnectInput = z.strictObject({
  ...connectionIdInput.shape,
  data: z.enum(['keep', 'remove']),
});

export type ConnectionSummary = z.output<typeof connectionList>['data'][number];
export type ConnectionDetail = z.output<typeof connectionDetail>;
export type ChangedConnection = z.output<typeof changedConnection>;
export type ChangeConnection = z.output<typeof changeConnectionInput>;
export type MadeConnection = z.output<typeof madeConnection>;
export type LeftOut = z.output<typeof leftOut>;
export type Provider = z.output<typeof provider>;
