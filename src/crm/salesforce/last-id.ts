import { z } from 'zod';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { MOST_PAGES } from '../crm-fields.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { query, salesforceId } from './soql.ts';

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

/** The rows of all pages. `soqlOf` makes the query for the page behind an id. */
export async function* pagesById(
  api: CrmApi,
  limit: number,
  soqlOf: (after: string | null) => string,
): AsyncGenerator<CrmJson[]> {
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows, isDone } = await query(api, soqlOf(after), 'query');
    yield rows;
    after = isDone && rows.length < limit ? null : lastIdOf(rows);
    if (after === null) return;
  }
  throw new CrmFailure('contract', { field: 'Id' });
}
