import type { TestTeam } from '../../harness/team.ts';

/** The columns that identify a row. Tables that others refer to come first. */
const keys: Record<string, readonly string[]> = {
  api_key: ['id', 'prefix'],
  assignment: ['id'],
  audit_entry: ['id'],
  crm_deal: ['id', 'external_id'],
  crm_objection: ['id'],
  mail: ['id', 'cause'],
  team_case: ['id'],
  team_catalog_entry: ['id'],
  training: ['id'],
  evaluation: ['training_id'],
  training_intake: ['session_id'],
  webhook_endpoint: ['id'],
  webhook_event: ['id'],
  kept_event: ['event_id'],
  webhook_delivery: ['id', 'event_id'],
  webhook_attempt: ['delivery_id'],
};

/** Copies all rows of a team with content, so that an erasure needs several steps for each table. */
export async function multiply({ api, tenantId }: TestTeam, copies: number): Promise<void> {
  for (const [table, columns] of Object.entries(keys)) {
    await api.sql.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(x) || (
         select jsonb_object_agg(c, (to_jsonb(x) ->> c) || '~' || copy.no) from unnest($2::text[]) c))).*
       from ${table} x, generate_series(1, $3::integer) copy (no) where x.tenant_id = $1`,
      [tenantId, columns, copies],
    );
  }
}
