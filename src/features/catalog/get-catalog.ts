import type { RequestCall } from '../../auth/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import type { Catalog } from './catalog.schema.ts';

const dimensions = ['situation', 'personality', 'industry', 'role', 'methodology'] as const;

const entriesOf = (dimension: string) =>
  `'${dimension}', coalesce(json_agg(
     json_build_object('id', v.id, 'name', coalesce(v.names ->> $2, v.names ->> 'de'), 'icon', v.icon)
     order by v.sort_key, v.id) filter (where v.dimension = '${dimension}'), '[]')`;

/** What the team sees and its own policy allows, in the caller's language or else in German (D137). */
export async function getCatalog({ db, language }: RequestCall): Promise<JsonText<Catalog>> {
  const row = await db.row<{ json: string }>(
    `select json_build_object(${dimensions.map(entriesOf).join(', ')})::text as json
     from visible_catalog($1) v left join effective_policy($1, null) e on e.dimension = v.dimension
     where e.mode is null or (e.mode = 'allow') = (v.id = any (e.entry_ids))`,
    [language],
  );
  if (!row) throw new Error('The catalog was not read');
  return new JsonText(row.json);
}
