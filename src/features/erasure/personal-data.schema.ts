import type { JsonKind } from './replace-in-json.ts';

/**
 * What an erasure does with a column. `own` is about rows of the person: the value is emptied or
 * replaced, the row is removed, or the row goes with the account. `named` is about all rows of the
 * team: the person's name and addresses are replaced wherever the text contains them.
 */
type Erased = {
  own?: 'emptied' | 'replaced' | 'removed' | 'account';
  named?: 'text' | JsonKind;
  /** How many characters the column takes. The replacement may be longer than a name. */
  most?: number;
};

type Table = {
  /** Kept: ids and numbers stay, so that sums and references stay right. */
  ids?: string;
  /** Not personal: states, kinds, settings. */
  plain?: string;
  /** Kept, each for the reason given. */
  keep?: Record<string, string>;
  erase?: Record<string, Erased>;
  /** The columns, after `tenant_id`, by which an erasure walks along the rows that may name somebody. */
  walk?: readonly string[];
};

const emptied = { own: 'emptied', named: 'text' } as const;
const named = { named: 'text' } as const;
const inRecord = { named: 'record' } as const;
const removed = { own: 'removed' } as const;
const withAccount = { own: 'account' } as const;

const program = "the address of a customer's program";
const hash = 'a hash or a sealed secret, which tells nothing of a person';
const minute = 'removed after minutes or an hour by housekeeping';
const ofTeam = 'what the team says of itself or of its own server';

/**
 * What is personal in each column with text, JSON, bytes or addresses. A test compares this list
 * with the migrated database, so somebody has to decide here about every new column. Partitions are
 * treated as their table.
 */
export const personalData: Record<string, Table> = {
  // Control
  tenant: {
    ids: 'id',
    plain: 'plan status languages time_zone',
    keep: { name: ofTeam, imprint_url: ofTeam, privacy_url: ofTeam },
  },
  person: {
    erase: {
      id: withAccount,
      email: withAccount,
      name: withAccount,
      lang: withAccount,
      password_hash: withAccount,
      former_email: withAccount,
      former_password_hash: withAccount,
    },
  },
  person_team: { ids: 'tenant_id', erase: { person_id: withAccount } },
  session: {
    ids: 'id active_tenant_id',
    plain: 'proved_as',
    erase: { person_id: withAccount, ip: withAccount, user_agent: withAccount },
    keep: { token_hash: hash, previous_hash: hash },
  },
  passkey: {
    erase: {
      id: withAccount,
      person_id: withAccount,
      public_key: withAccount,
      name: withAccount,
      transports: withAccount,
    },
  },
  sign_in_challenge: {
    ids: 'id',
    plain: 'purpose',
    keep: { challenge: minute, browser_hash: minute },
    erase: { person_id: withAccount },
  },
  sign_in_throttle: { keep: { subject: `a hash, or an address; ${minute}, some in a day` } },
  one_time_link: {
    ids: 'id tenant_id',
    plain: 'purpose',
    keep: { token_hash: hash },
    erase: { person_id: withAccount, member_id: removed, email: removed },
  },
  known_device: { erase: { person_id: withAccount, token_hash: withAccount } },
  security_log: {
    ids: 'id',
    plain: 'kind',
    erase: {
      person_id: withAccount,
      ip: withAccount,
      user_agent: withAccount,
      details: withAccount,
    },
  },
  erasure: { ids: 'id tenant_id member_id person_id', plain: 'left_since' },
  api_key: {
    ids: 'id tenant_id lineage_id prefix created_by',
    plain: 'scopes',
    keep: { hash, ip_ranges: program },
    erase: { name: named },
    walk: ['created_at', 'id'],
  },
  api_key_use: { ids: 'tenant_id key_id', keep: { used_ip: program } },
  api_key_day: { ids: 'tenant_id key_id' },
  rate_window: { keep: { subject: `a key, a team or an address; ${minute}` } },
  idempotency_record: {
    ids: 'tenant_id lineage_id',
    plain: 'location language',
    keep: { key: "chosen by the customer's program; removed after 24 hours", fingerprint: hash },
    // The body is encrypted: rewrite-replies.ts decrypts it.
    erase: { body: inRecord },
  },
  webhook_endpoint: {
    ids: 'id tenant_id replaces',
    plain: 'events status api_version',
    keep: { url: ofTeam, proven_origin: ofTeam, secret: hash },
    erase: { description: { ...named, most: 500 } },
    walk: ['created_at', 'id'],
  },
  // Events contain ids, states and a reason for developers (D158). They are found through their
  // deliveries.
  webhook_event: { ids: 'id tenant_id', plain: 'type', erase: { body: inRecord } },
  webhook_delivery: { ids: 'id tenant_id endpoint_id event_id', plain: 'event_type given_up_for' },
  webhook_pending: { ids: 'tenant_id delivery_id endpoint_id event_id' },
  webhook_attempt: {
    ids: 'tenant_id delivery_id',
    plain: 'error',
    erase: { response_excerpt: named },
  },
  webhook_retry: { ids: 'tenant_id delivery_id actor_id run_id', plain: 'actor_kind' },
  webhook_retry_run: {
    ids: 'tenant_id id endpoint_id actor_id at_id',
    plain: 'actor_kind filter',
  },
  webhook_endpoint_hour: { ids: 'tenant_id endpoint_id' },
  mail: {
    ids: 'id tenant_id link_id',
    plain: 'cause lang',
    keep: { sealed_link: hash },
    erase: {
      recipient: removed,
      person_id: withAccount,
      subject: named,
      body: named,
      last_error: named,
    },
    walk: ['cause', 'recipient'],
  },
  // Global catalog
  catalog_entry: { ids: 'id', plain: 'dimension names icon' },
  catalog_rule: { ids: 'id situation_id personality_id industry_id', plain: 'dimension' },
  // Team data
  member: {
    ids: 'tenant_id id user_id',
    plain: 'role status lang rights created_through',
    erase: {
      email: { own: 'replaced' },
      // Version 0.4.0 has left this of removed accounts.
      former_name: { own: 'emptied' },
      former_addresses: { own: 'emptied' },
    },
  },
  member_name: { ids: 'tenant_id member_id', plain: 'kind', erase: { value: removed } },
  ownership_offer: { ids: 'tenant_id member_id offered_by' },
  assignment: {
    ids: 'tenant_id id member_id situation_id personality_id industry_id completed_training_id',
    plain: 'status focus_dimension',
    erase: { title: { ...emptied, most: 120 }, note: { ...emptied, most: 5_000 } },
    walk: ['id'],
  },
  training: {
    ids: 'tenant_id id member_id assignment_id situation_id personality_id industry_id role_id',
    plain: 'status source',
    erase: { external_ref: { own: 'emptied', named: 'free' } },
    walk: ['id'],
  },
  // While an evaluation waits for its training, nobody knows whose it is. It is removed after seven
  // days.
  training_intake: {
    ids: 'tenant_id session_id training_id',
    keep: { started_with: hash, ended_with: hash, evaluated_with: hash },
    erase: { waiting: inRecord },
    walk: ['session_id'],
  },
  analytics_change: { ids: 'tenant_id id member_id' },
  analytics_state: { ids: 'tenant_id' },
  analytics_sum: { ids: 'tenant_id member_id', plain: 'span' },
  evaluation: {
    ids: 'tenant_id training_id methodology_id',
    erase: {
      tips: { own: 'emptied', named: 'texts' },
      goal: emptied,
      strongest: emptied,
      biggest_lever: emptied,
    },
    walk: ['training_id'],
  },
  // A private case is removed. A team case belongs to the team (P34).
  team_case: {
    ids: 'tenant_id id member_id',
    plain: 'visibility',
    erase: {
      title: { own: 'removed', named: 'text', most: 200 },
      persona_id: { own: 'removed' },
      fields: { own: 'removed', named: 'free' },
      external_ref: { own: 'removed', named: 'free' },
    },
    walk: ['id'],
  },
  team_catalog_entry: {
    ids: 'tenant_id id',
    plain: 'dimension icon',
    erase: { names: { named: 'texts' } },
    walk: ['id'],
  },
  team_catalog_rule: {
    ids: 'tenant_id id situation_id personality_id industry_id',
    plain: 'dimension',
  },
  catalog_hidden: { ids: 'tenant_id entry_id' },
  policy: { ids: 'tenant_id id member_id entry_ids', plain: 'dimension mode' },
  crm_deal: {
    ids: 'tenant_id id connection_id external_id pipeline_id stage_id industry_id owner_user_id',
    plain: 'outcome currency',
    erase: { title: named, lost_reason: named },
    walk: ['id'],
  },
  crm_objection: {
    ids: 'tenant_id id deal_id',
    plain: 'category lang',
    erase: { text: named },
    walk: ['id'],
  },
  audit_entry: {
    ids: 'tenant_id id actor_id target_id',
    plain: 'actor_kind action',
    erase: { changes: inRecord, before: inRecord, ip: { own: 'emptied' } },
    walk: ['id'],
  },
  request_log: {
    ids: 'tenant_id key_id',
    keep: { lines: `no value that a client has sent, and ${program}` },
  },
  request_day: { ids: 'tenant_id key_id' },
};

/** The tables in the database that are not ours. */
export const otherPersonalData: Record<string, Table> = {
  'graphile_worker._private_jobs': {
    plain: 'key locked_by flags',
    // A notice to a person contains the address at that moment. Its job goes with the account.
    erase: { payload: withAccount, last_error: withAccount },
  },
  'graphile_worker._private_job_queues': { plain: 'queue_name locked_by' },
  'graphile_worker._private_tasks': { plain: 'identifier' },
  'graphile_worker._private_known_crontabs': { plain: 'identifier' },
  'graphile_worker.migrations': {},
  'public._prisma_migrations': { plain: 'id checksum migration_name logs' },
};

type NamedColumn = { name: string; named: 'text' | JsonKind; most: number };
export type Walk = { table: string; keys: readonly string[]; columns: NamedColumn[] };

/** The tables along which an erasure looks for the name and the addresses of the person. */
export function walksForNames(): Walk[] {
  return Object.entries(personalData).flatMap(([table, { walk: keys, erase = {} }]) => {
    const columns = Object.entries(erase).flatMap(([name, how]) =>
      how.named ? [{ name, named: how.named, most: how.most ?? Number.POSITIVE_INFINITY }] : [],
    );
    return keys ? [{ table, keys, columns }] : [];
  });
}

/** The columns about which somebody has decided. */
export function decidedColumns({ ids = '', plain = '', keep = {}, erase = {} }: Table): string[] {
  const words = `${ids} ${plain}`.split(' ').filter((word) => word !== '');
  return [...words, ...Object.keys(keep), ...Object.keys(erase)];
}
