import {
  emptied,
  hash,
  inRecord,
  named,
  type PersonalTables,
  program,
  removed,
} from './personal-columns.ts';

/** What is personal in the tables of team data. */
export const teamData = {
  member: {
    ids: 'tenant_id id user_id',
    plain: 'role status lang rights created_through',
    erase: {
      email: { own: 'replaced' },
      sandbox_name: { own: 'emptied' },
      // Version 0.4.0 has left this name of removed accounts.
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
  // While an evaluation waits for its training, nobody knows to which person it belongs. It is removed after
  // seven days.
  training_intake: {
    ids: 'tenant_id session_id training_id',
    keep: { started_with: hash, ended_with: hash, evaluated_with: hash },
    erase: { waiting: inRecord },
    walk: ['session_id'],
  },
  change_feed: { ids: 'tenant_id', plain: 'origin' },
  change_note: { ids: 'tenant_id ids members', plain: 'type' },
  changed_object: { ids: 'tenant_id id member_id', plain: 'type' },
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
  // A private case is removed. A team case belongs to the team.
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
    ids: 'tenant_id id connection_id external_id pipeline_id stage_id industry_id owner_id',
    plain: 'outcome currency',
    keep: { industry_value: 'a value of the field that the team has chosen for the industry' },
    erase: { title: named, lost_reason: named, owner_user_id: { own: 'emptied' } },
    walk: ['id'],
  },
  crm_objection: {
    ids: 'tenant_id id deal_id connection_id source_id',
    plain: 'category lang source',
    erase: { text: named },
    walk: ['id'],
  },
  crm_cursor: { ids: 'tenant_id connection_id after', plain: 'stream' },
  crm_long_note: { ids: 'tenant_id connection_id note_id deal_ids' },
  crm_sync_run: {
    ids: 'tenant_id id connection_id set_aside_records gone_ids',
    plain: 'cause status stream failed_for failure',
  },
  // The row stays, with the id of the owner in the CRM alone, so that no synchronization brings the name and
  // the address back.
  crm_owner: {
    ids: 'tenant_id connection_id external_id',
    erase: { name: emptied, email: emptied, user_id: { own: 'emptied' } },
    walk: ['connection_id', 'external_id'],
  },
  crm_former_deal: {
    ids: 'tenant_id connection_id external_id id',
    erase: { title: named },
    walk: ['connection_id', 'external_id'],
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
} satisfies PersonalTables;
