import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { type CrmObjection, type crmPageInput, objectionShape } from './crm.schema.ts';

/** The team's synchronized objection catalog, newest first (D65). */
export function listObjections(
  { db, cursorKey }: RequestCall,
  { cursor, limit }: z.output<typeof crmPageInput>,
): Promise<JsonText<Page<CrmObjection>>> {
  return readPage(
    db,
    { route: 'crm/objections', limit, cursor, cursorKey, filters: {} },
    {
      shape: objectionShape,
      from: 'crm_objection o',
      where: ['o.tenant_id = $1'],
      params: [],
      at: 'o.created_at',
      id: 'o.id',
      large: ['o.text'],
    },
  );
}
