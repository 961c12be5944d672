import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json-text.ts';
import { DEFAULT_LANGUAGE } from '../../shared/language.ts';
import type { Catalog } from './catalog.schema.ts';
import { catalogDimensions } from './catalog-dimensions.ts';
import { effectivePolicy, visibleCatalog } from './team-catalog.ts';

const entriesOf = (dimension: string) =>
  `coalesce(json_agg((select row_to_json(s) from (
       select v.id, coalesce(v.names ->> $2, v.names ->> '${DEFAULT_LANGUAGE}') as name, v.icon) s)
     order by v.sort_key, v.id) filter (where v.dimension = '${dimension}'), '[]') as ${dimension}`;

/**
 * The entries that the team sees and its policy allows, in the caller's language or German (D137).
 */
export async function getCatalog({ db, language }: RequestCall): Promise<JsonText<Catalog>> {
  const row = await db.row<{ json: string }>(
    `select row_to_json(c)::text as json from (
       select ${catalogDimensions.map(entriesOf).join(', ')}
       from ${visibleCatalog} v
       left join ${effectivePolicy('null')} e on e.dimension = v.dimension
       where e.mode is null or (e.mode = 'allow') = (v.id = any (e.entry_ids))
     ) c`,
    [language],
  );
  if (!row) throw new Error('The catalog was not read');
  return new JsonText(row.json);
}
