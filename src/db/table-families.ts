/**
 * The three families of tables. On several servers (Citus), the rows of teams are spread by `tenant_id`, the
 * global catalog stands on each server, and control stays on the coordinator. So no statement names
 * tables of teams and of control together. A start places the tables that its migrations have made (`placed-tables.ts`).
 * A table that is in no list fails a test, and a start on several servers.
 */

/** The tables that are spread, in this order: a table comes after those to which it refers. */
export const teamTables = [
  // Triggers of the others write to these.
  'change_feed',
  'change_note',
  'changed_object',
  'member',
  'member_name',
  'ownership_offer',
  'assignment',
  'training',
  'training_intake',
  'evaluation',
  'team_case',
  'team_catalog_entry',
  'team_catalog_rule',
  'catalog_hidden',
  'policy',
  'crm_deal',
  'crm_objection',
  'crm_cursor',
  'crm_long_note',
  'crm_sync_run',
  'crm_owner',
  'crm_former_deal',
  'analytics_change',
  'analytics_state',
  'analytics_sum',
  'audit_entry',
  'request_log',
  'request_day',
] as const;

/** Partitions of tables of teams. PostgreSQL makes them with the table, and a worker makes one for each day. */
export const partitionOfTeamTable = /^request_log_(?:default|d\d{8})$/;

/** Views of tables of teams alone. */
export const teamViews = ['request_log_line'] as const;

/**
 * Tables with the same rows for all teams: each server has a copy. Statements may name them together with
 * either of the other families.
 */
export const referenceTables = ['catalog_entry', 'catalog_rule'] as const;

/** Accounts, keys, webhooks, mail, and everything that is looked up before the team is known. */
export const controlTables = [
  'tenant',
  'person',
  'person_team',
  'session',
  'passkey',
  'sign_in_challenge',
  'one_time_link',
  'sign_in_throttle',
  'known_device',
  'command_line_request',
  'command_line_token',
  'saved_view',
  'security_log',
  'api_key',
  'api_key_use',
  'rate_window',
  'idempotency_record',
  'webhook_endpoint',
  'webhook_event',
  'webhook_delivery',
  'webhook_pending',
  'webhook_attempt',
  'webhook_origin_attempt',
  'webhook_retry',
  'webhook_retry_run',
  'webhook_endpoint_hour',
  'listener',
  'listener_event',
  'event_feed',
  'kept_event',
  'event_history',
  'feed_reader',
  'erasure_reader',
  'change_reader',
  'mail',
  'technical_contact',
  'erasure',
  'crm_connection',
  'crm_fields',
  'crm_consent',
  'process',
  'oldest_beside',
  'outgoing_pause',
  'operator_entry',
] as const;

/** Views of control alone. */
export const controlViews = ['webhook_delivery_state'] as const;

export type Families = Record<'team' | 'catalog' | 'control', readonly string[]>;
export const ownFamilies: Families = {
  team: teamTables,
  catalog: referenceTables,
  control: controlTables,
};
