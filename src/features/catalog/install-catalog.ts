import type { Queryable } from '../../db/team-db.ts';
import { globalCatalog, globalRules } from './global-catalog.ts';

/** Adds what is missing of the global catalog; what is there stays as it is. */
export async function installCatalog(db: Queryable): Promise<void> {
  const entries = globalCatalog.map(({ id, dimension, de, en, icon }, at) => ({
    id,
    dimension,
    names: { de, en },
    icon,
    sort_key: at,
  }));
  await db.query(
    `insert into catalog_entry (id, dimension, names, icon, sort_key)
     select e.id, e.dimension, e.names, e.icon, e.sort_key
     from json_populate_recordset(null::catalog_entry, $1) e order by e.id
     on conflict (id) do nothing`,
    [JSON.stringify(entries)],
  );
  await db.query(
    `insert into catalog_rule (id, situation_id, personality_id, industry_id, dimension)
     select r.id, r.situation_id, r.personality_id, r.industry_id, r.dimension
     from json_populate_recordset(null::catalog_rule, $1) r order by r.id
     on conflict (id) do nothing`,
    [JSON.stringify(globalRules)],
  );
}
