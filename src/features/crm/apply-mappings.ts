import type { ConnectionSettings } from '../../crm/connection-settings.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { withPause } from '../../shared/load/long-work.ts';
import { visibleCatalog } from '../catalog/team-catalog.ts';

const visible = `select v.id from ${visibleCatalog} v
  where v.dimension = 'industry' and v.id = any ($2::text[])`;

/** Finds which entry of the team's catalog each value of the industry field stands for. */
export async function industriesOf(
  db: TeamDb,
  { industry_values }: Pick<ConnectionSettings, 'industry_values'>,
): Promise<Record<string, string>> {
  const requested = Object.entries(industry_values);
  if (requested.length === 0) return {};
  const rows = await db.rows<{ id: string }>(visible, [requested.map(([, id]) => id)]);
  const ids = new Set(rows.map(({ id }) => id));
  return Object.fromEntries(requested.filter(([, id]) => ids.has(id)));
}

/** The rows that one statement looks at. */
const PIECE = 250;

// The update finds a row by its place (`ctid`), so that a plan for empty tables reads no other rows. The
// caller has locked the row of the connection, so nobody else moves the deals.
const applying = `with piece as materialized (
    select e.id, e.ctid as found_at, e.owner_user_id, e.industry_id, e.owner_id, e.industry_value from crm_deal e
    where e.tenant_id = $1 and e.connection_id = $2 and e.id > $4 order by e.id limit ${PIECE}
  ), applied as (
    update crm_deal d set owner_user_id = x.user_id, industry_id = x.industry_id
    from (
      select p.found_at, o.user_id, $3::jsonb ->> p.industry_value as industry_id
      from piece p
      left join lateral (select o.user_id from crm_owner o
        where o.tenant_id = $1 and o.connection_id = $2 and o.external_id = p.owner_id limit 1) o on true
      where (p.owner_user_id, p.industry_id) is distinct from (o.user_id, $3::jsonb ->> p.industry_value)
    ) x
    where d.tenant_id = $1 and d.ctid = x.found_at
  )
  select max(p.id) as last from piece p`;

type Mapped = { id: string; settings: Pick<ConnectionSettings, 'industry_values'> };

/**
 * Sets the owner and the industry of the stored deals anew after a change of the mappings. Nothing is read
 * from the CRM. Only deals that change are written. After each piece it pauses as long as the piece took, so that other
 * teams have half of the time of PostgreSQL.
 */
export async function applyMappings(db: TeamDb, connection: Mapped): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const begin: string = after;
    after = await withPause(() => applyToPiece(db, connection, begin));
  }
}

/** Sets them for the next deals after the id `after`. Returns the last id, or null if no deal is left. */
export async function applyToPiece(
  db: TeamDb,
  { id, settings }: Mapped,
  after: string,
): Promise<string | null> {
  const industries = await industriesOf(db, settings);
  const values = [id, JSON.stringify(industries), after];
  return (await db.write<{ last: string | null }>(applying, values))?.last ?? null;
}
