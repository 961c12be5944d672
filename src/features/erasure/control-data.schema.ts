import {
  hash,
  inRecord,
  minute,
  named,
  ofTeam,
  type PersonalTables,
  program,
  removed,
  withAccount,
} from './personal-columns.ts';

/** What is personal in the tables of control, and in the global catalog. */
export const controlData = {
  tenant: {
    ids: 'id sandbox_of',
    plain: 'plan status languages time_zone sandbox_state',
    keep: { imprint_url: ofTeam, privacy_url: ofTeam },
    // The name of a sandbox. What a team calls itself stays.
    erase: { name: named },
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
      password_hash_at_change: withAccount,
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
  technical_contact: {
    ids: 'tenant_id id',
    plain: 'lang',
    erase: { email: removed },
  },
  known_device: { erase: { person_id: withAccount, token_hash: withAccount } },
  command_line_request: {
    ids: 'id tenant_id',
    plain: 'system version',
    keep: { code_hash: minute, poll_hash: minute, machine: minute, ip: minute },
    erase: { person_id: withAccount },
  },
  command_line_token: {
    ids: 'id tenant_id',
    plain: 'system',
    erase: { person_id: withAccount, machine: withAccount, ip: withAccount },
    keep: { token_hash: hash },
  },
  // The filters of a view may name other members: the text of a search.
  saved_view: {
    ids: 'tenant_id id',
    plain: 'path',
    erase: {
      person_id: withAccount,
      name: { own: 'account', named: 'text', most: 60 },
      filters: { own: 'account', named: 'texts' },
    },
    walk: ['id'],
  },
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
  rate_window: { keep: { subject: `a key, a team or an address; ${minute}` } },
  idempotency_record: {
    ids: 'tenant_id lineage_id',
    plain: 'location language',
    keep: { key: "chosen by the customer's program; removed after 24 hours", fingerprint: hash },
    // The body is encrypted. `rewrite-replies.ts` decrypts it.
    erase: { body: inRecord },
  },
  webhook_endpoint: {
    ids: 'id tenant_id replaces',
    plain: 'events status api_version',
    keep: { url: ofTeam, proven_origin: ofTeam, secret: hash },
    erase: { description: { ...named, most: 500 } },
    walk: ['created_at', 'id'],
  },
  // Events contain ids, states and a reason for developers (D158). An erasure finds them through their
  // deliveries and feeds.
  webhook_event: { ids: 'id tenant_id', plain: 'type', erase: { body: inRecord } },
  webhook_delivery: { ids: 'id tenant_id endpoint_id event_id', plain: 'event_type given_up_for' },
  webhook_pending: { ids: 'tenant_id delivery_id endpoint_id event_id' },
  webhook_attempt: {
    ids: 'tenant_id delivery_id',
    plain: 'error',
    erase: { response_excerpt: named },
  },
  webhook_origin_attempt: { ids: 'tenant_id delivery_id', keep: { origin: ofTeam } },
  webhook_retry: { ids: 'tenant_id delivery_id actor_id run_id', plain: 'actor_kind' },
  webhook_retry_run: {
    ids: 'tenant_id id endpoint_id actor_id at_id',
    plain: 'actor_kind filter types',
  },
  webhook_endpoint_hour: { ids: 'tenant_id endpoint_id' },
  // The listeners of the person are removed, with their events.
  listener: {
    ids: 'id tenant_id token_id',
    plain: 'events ended_for last_error',
    keep: { secret: hash },
    erase: { person_id: removed, member_id: removed, machine: removed },
  },
  listener_event: {
    ids: 'tenant_id event_id listener_id',
    plain: 'event_type error',
    erase: { response_excerpt: named },
    walk: ['event_id', 'listener_id'],
  },
  event_feed: { ids: 'tenant_id' },
  kept_event: { ids: 'tenant_id event_id', plain: 'type' },
  feed_reader: { ids: 'tenant_id lineage_id', plain: 'types' },
  change_reader: { ids: 'tenant_id lineage_id', plain: 'types' },
  erasure_reader: { ids: 'tenant_id event_id lineage_id', plain: 'types' },
  event_history: { plain: 'origin' },
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
  crm_connection: {
    ids: 'tenant_id id account_id',
    plain: 'provider state access_kind credentials_hint next_cause failed_for',
    keep: {
      account: 'what the CRM says of the account of the team',
      settings: 'ids, fields and values of the CRM',
      credentials: hash,
    },
    erase: { name: { ...named, most: 100 } },
    walk: ['id'],
  },
  crm_fields: {
    ids: 'tenant_id connection_id',
    plain: 'left_out',
    keep: { fields: 'names, fields and values of the CRM' },
  },
  crm_consent: {
    ids: 'tenant_id session_id connection_id',
    plain: 'provider',
    keep: { state_hash: minute, person_id: minute, verifier: minute },
  },
  operator_entry: {
    ids: 'id',
    plain: 'command outcome host',
    keep: { ids: 'ids alone', account: 'the account of an operator on a machine of the operator' },
  },
  process: { ids: 'id', plain: 'kind release host' },
  oldest_beside: { plain: 'release' },
  // Global catalog
  catalog_entry: { ids: 'id', plain: 'dimension names icon' },
  catalog_rule: { ids: 'id situation_id personality_id industry_id', plain: 'dimension' },
} satisfies PersonalTables;
