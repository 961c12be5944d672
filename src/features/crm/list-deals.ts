import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { type CrmDeal, type crmPageInput, dealShape } from './crm.schema.ts';

/** Deals, the latest synchronized first (D65). A team without a connection has no deals (D140). */
export function listDeals(
  { db, actor, cursorKey }: RequestCall,
  { cursor, limit }: z.output<typeof crmPageInput>,
): Promise<JsonText<Page<CrmDeal>>> {
  return readPage(
    db,
    { route: 'crm/deals', limit, cursor, cursorKey, filters: {} },
    {
      shape: dealShape(actor),
      from: 'crm_deal d',
      where: ['d.tenant_id = $1'],
      params: [],
      at: 'd.created_at',
      id: 'd.id',
      large: ['d.title', 'd.lost_reason'],
    },
  );
}
