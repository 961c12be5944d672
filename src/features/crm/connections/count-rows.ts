import type { PrismaCall } from '../../../operation/call.ts';

type Counts = { deals: number; objections: number };

/**
 * Counts the deals and objections of each connection. An objection of an earlier release names no connection,
 * but its deal does.
 */
export async function countRows({ db }: PrismaCall): Promise<Map<string, Counts>> {
  // Deals and connections may be on different servers (P763).
  const connections = await db.rows<{ id: string }>(
    'select c.id from crm_connection c where c.tenant_id = $1',
  );
  const rows = await db.rows<Counts & { id: string }>(
    `select c.id,
       (select count(*)::integer from crm_deal d
         where d.tenant_id = $1 and d.connection_id = c.id) as deals,
       (select count(*)::integer from crm_objection o
         where o.tenant_id = $1 and o.connection_id = c.id)
       + (select count(*)::integer from crm_objection o
          join crm_deal d on d.tenant_id = $1 and d.id = o.deal_id
          where o.tenant_id = $1 and o.connection_id is null and d.connection_id = c.id)
         as objections
     from unnest($2::text[]) as c (id)`,
    [connections.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
