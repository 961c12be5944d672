import type { z } from 'zod';
import { conditions } from '../../db/conditions.ts';
import { MOST_SEARCHED, searchPage } from '../../db/pages/search-page.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { objectionShape } from './crm.schema.ts';
import type { FoundObjections, findObjectionsInput } from './find-deals.schema.ts';
import { findSources } from './find-sources.ts';

type Found = Omit<FoundObjections['data'][number], 'deal_url'> & { deal_external_id: string };

/** The list of `listObjections` with the filters of the app, and the deal of each objection. */
export async function findObjections(
  call: TeamVisit,
  { cursor, limit, ...filters }: z.output<typeof findObjectionsInput>,
): Promise<FoundObjections> {
  const { db, cursorKey } = call;
  const { connection_id, category } = filters;
  const all = conditions(['o.tenant_id = $1']);
  // An objection of an earlier release names no connection, but its deal does.
  if (connection_id) all.add((n) => `d.connection_id = ${n}`, connection_id);
  if (category) all.add((n) => `o.category = ${n}`, category);
  const page = await searchPage<Found>(
    db,
    { route: 'crm.findObjections', limit, cursor, cursorKey, filters },
    {
      source: {
        shape: `${objectionShape}, o.source, d.connection_id, d.title as deal_title,
          d.external_id as deal_external_id`,
        from: `crm_objection o
          join crm_deal d on d.tenant_id = $1 and d.id = o.deal_id`,
        where: all.where,
        params: all.params,
        at: 'o.created_at',
        id: 'o.id',
        large: ['o.text', 'd.title'],
      },
      among: { where: ['o.tenant_id = $1'], params: [], most: MOST_SEARCHED },
    },
  );
  const sources = await findSources(
    call,
    page.data.map((one) => ({ ...one, pipeline_id: null, stage_id: null })),
  );
  const data = page.data.map(({ deal_external_id, ...objection }) => ({
    ...objection,
    deal_url: sources.get(objection.connection_id)?.dealUrl(deal_external_id) ?? null,
  }));
  return { ...page, data };
}
