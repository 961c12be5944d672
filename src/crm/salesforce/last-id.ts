import { z } from 'zod';
import { CrmFailure } from '../crm-failure.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { salesforceId } from './soql.ts';

const withId = z.object({ Id: salesforceId });

/** The last id of a page. The next page begins behind it. Null: the page is empty. */
export function lastIdOf(rows: readonly CrmJson[]): string | null {
  if (rows.length === 0) return null;
  for (const row of rows.toReversed()) {
    const read = withId.safeParse(row);
    if (read.success) return read.data.Id;
  }
  throw new CrmFailure('contract', { field: 'Id' });
}
