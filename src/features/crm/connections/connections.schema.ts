import { z } from 'zod';
import {
  connectionSettings,
  crmIntervals,
  crmProviders,
  crmWord,
} from '../../../crm/connection-settings.ts';
import { editVersion } from '../../../shared/edit-version-input.ts';
import { lineText, text } from '../../../shared/text.ts';
import { crmRun, failure } from './runs.schema.ts';

/** How many values of the industry field, and how many owners, one change names. */
const MOST_MAPPED = 500;

const moment = z.iso.datetime();
const provider = z.enum(crmProviders);
const every_minutes = z.literal(crmIntervals);
const secret = text(2000).min(1);
const host = text(253).min(1);

/** What a person enters to connect by token. The fields depend on the provider. */
const credentials = z.union([
  z.strictObject({ access_token: secret }),
  z.strictObject({ api_token: secret, company: host }),
  z.strictObject({ my_domain: host, consumer_key: secret, consumer_secret: secret }),
  // The provider `demo` asks for nothing.
  z.strictObject({}),
]);

export const connectionIdInput = z.strictObject({ connection_id: text(100).min(1) });

export const providersAnswer = z.strictObject({
  /** In the order of the page. `demo` is there for the demo team of an embedded database alone. */
  data: z.array(
    z.strictObject({
      provider,
      /** By the provider's consent page. False if the operator has not set the client. */
      oauth: z.boolean(),
      /** By credentials that are entered: the names of their fields. */
      fields: z.array(z.string()),
    }),
  ),
  /** How many further connections the team may have. */
  left: z.int(),
});

export const testCredentialsInput = z.strictObject({ provider, credentials });

/** What the provider says of the account, before anything is stored. */
export const accountFound = z.strictObject({
  account_id: z.string(),
  name: z.string().nullable(),
  currency: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** In the provider's words. With one of these missing, the account cannot be connected. */
  missing_permissions: z.array(z.string()),
  /** Null if the provider does not tell. */
  deals: z.int().nullable(),
  /** The connection of the team that has this account already, and whether it has ended and would be revived. */
  connected_as: z
    .strictObject({ connection_id: z.string(), name: z.string(), ended: z.boolean() })
    .nullable(),
});

export const connectInput = z.strictObject({
  provider,
  credentials,
  /** If it is missing, the name of the account. */
  name: lineText(1, 100).optional(),
});

/** `connection_id`: the consent is for a connection that exists, which is then reconnected. */
export const beginOAuthInput = z.strictObject({
  provider,
  connection_id: text(100).min(1).optional(),
});
export const consentPage = z.strictObject({ url: z.string() });

/** What the provider's redirect has brought to /app/crm/callback. */
export const finishOAuthInput = z.strictObject({
  state: text(500).min(1),
  /** Missing if the person has refused, or the provider has. */
  code: text(4000).min(1).optional(),
  /** The provider's `error`, such as `access_denied`. */
  error: text(200).min(1).optional(),
});

/**
 * What the one line about a connection says.
 *
 * - `first`: its first synchronization has not ended yet
 * - `up_to_date`: the last synchronization was good, the next one is planned
 * - `running`: a worker has begun
 * - `waits_for_quota`: until `waits_until`
 * - `sign_in`: the provider no longer accepts the credentials
 * - `paused`: a person has paused it
 * - `confirm_deletion`: more than half of the deals would go; a person has to confirm it
 * - `failing`: since `failing_since`; it is tried again at `next_sync_at`
 * - `ended`: disconnected, its data are kept
 * - `removing`: disconnected, its data are being removed
 */
export const connectionState = z.enum([
  'first',
  'up_to_date',
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
  /** How the connection was made, the last four characters of its secret, and when that was stored. */
  access: z.strictObject({
    kind: z.enum(['token', 'oauth']),
    last_four: z.string(),
    since: moment,
  }),
  every_minutes,
  created_at: moment,
  synced_at: moment.nullable(),
  /** When everything was read last. */
  full_at: moment.nullable(),
  /** A worker has claimed the connection. Its run may not be there before its first page. */
  in_work: z.boolean(),
  next_sync_at: moment.nullable(),
  waits_until: moment.nullable(),
  failing_since: moment.nullable(),
  consecutive_failures: z.int(),
  /** Why the last attempt failed, while it counts. */
  failure: failure.nullable(),
  deals: z.int(),
  objections: z.int(),
  /** Requests that were sent today, and how many may be sent in a day. Null: no bound is known. */
  requests_today: z.int(),
  /** When the day of these requests began: at midnight UTC. */
  day_began_at: moment,
  daily_budget: z.int().nullable(),
  /** The run that is not over yet. */
  run: crmRun.nullable(),
};

export const connectionList = z.strictObject({ data: z.array(z.strictObject(summary)) });

/** A connection after a change of it. */
export const changedConnection = z.strictObject({ ...summary, version: editVersion });

/** A connection that was made. `revived`: it is one that had ended, and its deals keep their ids. */
export const madeConnection = z.strictObject({ ...changedConnection.shape, revived: z.boolean() });

const owner = z.strictObject({
  external_id: z.string(),
  /** Null while member detail is off, and for somebody who was erased. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** The member that the owner is: by e-mail, or as a person has chosen. Null while member detail is off. */
  user_id: z.string().nullable(),
  chosen: z.boolean(),
  erased: z.boolean(),
  deals: z.int(),
});

export const connectionDetail = z.strictObject({
  ...summary,
  /** What the team has chosen. */
  settings: connectionSettings,
  /** Null: half of what the provider grants, or no bound if it does not say. */
  chosen_budget: z.int().nullable(),
  currency: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** The CRM itself, for people. Null if we know no address of it. */
  crm_url: z.string().nullable(),
  /** The run whose failure counts. */
  failed_run_id: z.string().nullable(),
  /** The run since the last full pass, with it, that has set aside most records. Null: all could be read. */
  set_aside: z.strictObject({ run_id: z.string(), count: z.int() }).nullable(),
  /** What can be chosen, as the CRM has it. Empty before the first synchronization. */
  pipelines: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  fields: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      options: z.array(z.strictObject({ value: z.string(), name: z.string() })),
    }),
  ),
  /** The values of the industry field that deals have, and how many deals. The most frequent 200. */
  industry_values_found: z.array(z.strictObject({ value: z.string(), deals: z.int() })),
  /** Those in charge of deals, those who match nobody first. At most 500. */
  owners: z.array(owner),
  version: editVersion,
});

const { pipelines, industry_field, industry_values, lost_reason_field, objections_field, notes } =
  connectionSettings.shape;
/** What is missing stays as it is. The settings themselves have defaults, which a change must not bring back. */
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
  /** Null: the default. With fewer, owners, pipelines and fields alone could use up a day. */
  daily_budget: z.int().min(100).max(10_000_000).nullable().optional(),
  settings: changedSettings.optional(),
  /** By the owner's id in the CRM: the member, or null to go by e-mail again. */
  owners: z
    .record(crmWord, text(100).min(1).nullable())
    .refine((owners) => Object.keys(owners).length <= MOST_MAPPED, `At most ${MOST_MAPPED}.`)
    .optional(),
});

export const reconnectInput = z.strictObject({ ...connectionIdInput.shape, credentials });

/** Confirms the removal of more than half of the deals, which the last pass has asked for. */
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
export type AccountFound = z.output<typeof accountFound>;
export type MadeConnection = z.output<typeof madeConnection>;
export type Provider = z.output<typeof provider>;
