import type pg from 'pg';
import type { DemoContent, DemoDeal, DemoNote } from './records.ts';
import { DEMO_CONNECTION, industryValueOf } from './sales.ts';

type DealRow = Omit<DemoDeal, 'industry' | 'last_activity_at' | 'changed_at' | 'is_deleted'> & {
  industry_value: string | null;
  industry_id: string | null;
  at: Date;
};

type NoteRow = { id: string; deal_id: string; text: string; written_at: Date };

/**
 * What the CRM of the demo team has at first: what its connection has brought, so that the CRM is
 * connected again with the same deals. An older version has left rows without owners.
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
    `select o.source_id as id, min(d.external_id) as deal_id, min(o.created_at) as written_at,
       string_agg(o.text, e'\n' order by o.created_at, o.id) as text
     from crm_objection o join crm_deal d on d.tenant_id = o.tenant_id and d.id = o.deal_id
     where o.tenant_id = $1 and o.connection_id = $2 and o.source = 'note'
     group by o.source_id order by o.source_id`,
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

function noteOf({ written_at, ...note }: NoteRow): DemoNote {
  const moment = written_at.toISOString();
  return { ...note, written_at: moment, changed_at: moment };
}
