import type pg from 'pg';
import { insertLines } from '../../../src/db/log-slots.ts';

/** Gives the team of a session 10,000 members, and a request log of 1,000,000 lines in 30 days. */
export async function makeLarge(
  sql: pg.Client,
  size: { members: number; lines: number },
): Promise<void> {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>(
    `select s.active_tenant_id as tenant_id, k.id
     from session s join api_key k on k.tenant_id = s.active_tenant_id limit 1`,
  );
  const [{ tenant_id: tenantId, id: keyId } = { tenant_id: '', id: '' }] = rows;
  await sql.query(
    `with made as (
       insert into person (id, email, name, created_at)
       select 'usr_large_' || n, 'person' || n || '@large.example',
         (array['Anna', 'Emre', 'Jonas', 'Lena', 'Miriam'])[1 + n % 5] || ' ' || 'Muster' || n, now()
       from generate_series(1, $2::integer) n returning id, email
     ), known as (
       insert into person_team (person_id, tenant_id) select id, $1 from made
     )
     insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at,
       joined_at)
     select $1, 'mem_large_' || id, id, email, 'member', 'active', 'app', now() - interval '1 year',
       now() - interval '1 year'
     from made`,
    [tenantId, size.members],
  );
  for (let ago = 30; ago >= 0; ago -= 1) {
    const day = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    await sql.query(
      `create table request_log_ago_${ago} partition of request_log
         for values from ('${day(ago)}') to ('${day(ago - 1)}')`,
    );
  }
  await sql.query(
    insertLines(`select now() - n * (interval '29 days' / $3) as created_at,
       uuidv7(-n * (interval '29 days' / $3)) as request_id, $2::text as key_id, 'GET' as method,
       (array['/users', '/trainings', '/evaluations', '/me', '/catalog'])[1 + n % 5] as route,
       null as path, case when n % 20 = 0 then 404 else 200 end as status,
       case when n % 20 = 0 then 'not_found' end as code, null::jsonb as why, 5 + n % 40 as ms,
       '198.51.100.7' as ip
     from generate_series(1, $3::integer) n`),
    [tenantId, keyId, size.lines],
  );
  await sql.query('vacuum (analyze)');
}
