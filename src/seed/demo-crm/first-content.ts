import type pg from 'pg';
import type { DemoContent, DemoDeal, DemoNote } from './records.ts';
import { DEMO_CONNECTION, industryValueOf } from './sales.ts';

type DealRow = Omit<DemoDeal, 'industry' | 'last_activity_at' | 'changed_at' | 'is_deleted'> & {
  industry_value: string | null;
  industry_id: string | null;
  at: Date;
};

type NoteRow = { deal_id: string; source_id: string | null; text: string; written_at: Date };

/**
 * What the CRM of the demo team has at first: what its connection has brought, so that the CRM is
 * connected again with the same deals. An older version has left rows without ids of owners and notes.
 */
export async function firstContent(pool: pg.Pool, tenantId: string): Promise<DemoContent> {
  const values = [tenantId, DEMO_CONNECTION];
  const owners = await pool.query<DemoContent['owners'][number] & { user_id: string | null }>(
    `select external_id as id, name, email, user_id from crm_owner
       where tenant_id = $1 and connection_id = $2 and email is not null
     union all
     select 'U-' || row_number() over (order by m.created_at, m.id), p.name, m.email, m.user_id
       from member m join person p on p.id = m.user_id
       where m.tenant_id = $1 and not exists (select from crm_owner
         where tenant_id = $1 and connection_id = $2)`,
    values,
  );
  const ownerOf = new Map(owners.rows.map(({ id, user_id }) => [user_id, id]));
  const deals = await pool.query<DealRow & { owner_user_id: string | null }>(
    `select external_id as id, coalesce(title, external_id) as title, amount::text, currency,
       to_char(close_date, 'YYYY-MM-DD') as close_date, pipeline_id, stage_id, owner_id,
       owner_user_id, industry_value, industry_id, lost_reason,
       coalesce(last_activity_at, created_at) as at
     from crm_deal where tenant_id = $1 and connection_id = $2 order by external_id`,
    values,
  );
  const notes = await pool.query<NoteRow>(
    `select d.external_id as deal_id, o.source_id, o.text, o.created_at as written_at
     from crm_objection o join crm_deal d on d.tenant_id = o.tenant_id and d.id = o.deal_id
     where o.tenant_id = $1 and d.connection_id = $2 order by o.source_id, o.created_at, o.id`,
    values,
  );
  return {
    owners: owners.rows.map(({ id, name, email }) => ({ id, name, email })),
    deals: deals.rows.map(({ at, industry_id, industry_value, owner_user_id, ...deal }) => ({
      ...deal,
      owner_id: deal.owner_id ?? ownerOf.get(owner_user_id) ?? null,
      industry: industry_value ?? industryValueOf(industry_id),
      last_activity_at: at.toISOString(),
      changed_at: at.toISOString(),
      is_deleted: false,
    })),
    notes: notes.rows.map(noteOf),
  };
}

function noteOf({ deal_id, source_id, text, written_at }: NoteRow, at: number): DemoNote {
  const moment = written_at.toISOString();
  return {
    id: source_id ?? `N-${2000 + at}`,
    deal_id,
    text,
    written_at: moment,
    changed_at: moment,
  };
}
