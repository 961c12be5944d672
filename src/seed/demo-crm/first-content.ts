import type pg from 'pg';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/language.ts';
import type { DemoContent, DemoDeal, DemoNote } from './records.ts';
import { DEMO_CONNECTION, industryValueOf } from './sales.ts';

type DealRow = Omit<DemoDeal, 'industry' | 'last_activity_at' | 'changed_at' | 'is_deleted'> & {
  industry_value: string | null;
  industry_id: string | null;
  at: Date;
};

type StoredOwner = DemoContent['owners'][number] & { user_id: string | null };
type NoteRow = { id: string; deal_id: string; text: string; written_at: Date };

/**
 * The first content of the demo team's CRM: what its ended connection has kept. So connecting the CRM again brings the
 * same deals. Connections of an older version have no owners.
 */
export async function firstContent(pool: pg.Pool, tenantId: string): Promise<DemoContent> {
  const values = [tenantId, DEMO_CONNECTION];
  const stored = await pool.query<StoredOwner>(
    `select external_id as id, name, email, user_id from crm_owner
       where tenant_id = $1 and connection_id = $2 and email is not null
`,
    values,
  );
  const owners = stored.rows.length > 0 ? stored.rows : await ownersOfMembers(pool, values);
  const ownerOf = new Map(owners.map(({ id, user_id }) => [user_id, id]));
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
  const languages = await pool.query<{ lang: Language }>(
    `select lang from member where tenant_id = $1 and role = 'owner'`,
    [tenantId],
  );
  const language = languages.rows[0]?.lang ?? DEFAULT_LANGUAGE;
  return {
    language,
    owners: owners.map(({ id, name, email }) => ({ id, name, email })),
    deals: deals.rows.map(({ at, industry_id, industry_value, owner_user_id, ...deal }) => ({
      ...deal,
      owner_id: deal.owner_id ?? ownerOf.get(owner_user_id) ?? null,
      industry: industry_value ?? industryValueOf(industry_id, language),
      last_activity_at: at.toISOString(),
      changed_at: at.toISOString(),
      is_deleted: false,
    })),
    notes: notes.rows.map(noteOf),
  };
}

/** Makes owners of the team's members, for a connection without owners. */
async function ownersOfMembers(pool: pg.Pool, values: string[]): Promise<StoredOwner[]> {
  const members = await pool.query<{ id: string; email: string; user_id: string }>(
    `select 'U-' || row_number() over (order by m.created_at, m.id) as id, m.email, m.user_id
     from member m where m.tenant_id = $1 and m.user_id is not null
       and not exists (select from crm_owner o where o.tenant_id = $1 and o.connection_id = $2)`,
    values,
  );
  const people = await pool.query<{ id: string; name: string }>(
    'select p.id, p.name from person p where p.id = any ($1)',
    [members.rows.map(({ user_id }) => user_id)],
  );
  const names = new Map(people.rows.map(({ id, name }) => [id, name]));
  return members.rows.map((member) => ({ ...member, name: names.get(member.user_id) ?? null }));
}

function noteOf({ written_at, ...note }: NoteRow): DemoNote {
  const moment = written_at.toISOString();
  return { ...note, written_at: moment, changed_at: moment };
}
