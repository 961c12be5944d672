import type { z } from 'zod';
import { conditions } from '../../db/conditions.ts';
import { readPage } from '../../db/pages/page.ts';
import { MOST_SEARCHED, searchPage } from '../../db/pages/search-page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { JsonPage, type JsonText } from '../../shared/json/json-text.ts';
import { type crmPageInput, objectionShape } from './crm.schema.ts';
import type { ObjectionPage, objectionFilters } from './deals.schema.ts';
import { findSources } from './find-sources.ts';

type Found = Omit<ObjectionPage['data'][number], 'deal_url'> & { deal_external_id: string };

type Input = z.output<typeof crmPageInput> & z.output<typeof objectionFilters>;

const rows = { at: 'o.created_at', id: 'o.id' };

/** The team's synchronized objection catalog, newest first (D65). In the app (`visit`) with the deal of each objection. */
export async function listObjections(
  { db, cursorKey }: RequestCall,
  { cursor, limit, ...filters }: Input,
  visit?: TeamVisit,
): Promise<JsonText<ObjectionPage>> {
  const { connection_id, category } = filters;
  const request = { route: 'crm/objections', limit, cursor, cursorKey, filters };
  const all = conditions(['o.tenant_id = $1']);
  if (!visit) {
    const source = { shape: objectionShape, from: 'crm_objection o', ...all };
    return readPage(db, request, { ...source, ...rows, large: ['o.text'] });
  }
  // An objection of an earlier release names no connection, but its deal does.
  if (connection_id) all.add((n) => `d.connection_id = ${n}`, connection_id);
  if (category) all.add((n) => `o.category = ${n}`, category);
  const source = {
    shape: `${objectionShape}, o.source, d.connection_id, d.title as deal_title,
      case when d.outcome = 'lost' then d.close_date end as deal_close_date,
      d.external_id as deal_external_id`,
    from: 'crm_objection o join crm_deal d on d.tenant_id = $1 and d.id = o.deal_id',
    ...all,
    ...rows,
    large: ['o.text', 'd.title'],
  };
  const among = { where: ['o.tenant_id = $1'], params: [], most: MOST_SEARCHED };
  const page = await searchPage<Found>(db, request, { source, among });
  const { data, ...rest } = page.toJSON();
  const places = data.map((one) => ({ ...one, pipeline_id: null, stage_id: null }));
  const sources = await findSources(visit, places);
  const entries = data.map(({ deal_external_id, ...objection }) => {
    const deal_url = sources.get(objection.connection_id)?.dealUrl(deal_external_id) ?? null;
    return JSON.stringify({ ...objection, deal_url });
  });
  return new JsonPage(entries, rest);
}
