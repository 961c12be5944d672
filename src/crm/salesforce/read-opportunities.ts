import type { PageRequest, SourcePage, Window } from '../connector.ts';
import type { CrmApi } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import { readRecords } from '../read-shape.ts';
import { lastIdOf } from './last-id.ts';
import { fieldsToAsk, opportunity, toRecord } from './opportunity.ts';
import { countDeals } from './salesforce-account.ts';
import { idLiteral, query, timeLiteral } from './soql.ts';

const PAGE = 2000;

export async function readOpportunities(api: CrmApi, request: PageRequest): Promise<SourcePage> {
  const { window, after, settings, reference } = request;
  if (settings.pipelines !== null && reference.pipelines.length === 0) {
    // Without this field nobody could tell which deals are in the chosen pipelines.
    throw new CrmFailure('auth', { permission: 'Read Opportunity.RecordTypeId' });
  }
  const soql = [
    `SELECT ${fieldsToAsk(request).join(', ')} FROM Opportunity`,
    `WHERE ${[...windowTerms(window, 'SystemModstamp'), ...afterTerms(after)].join(' AND ')}`,
    `ORDER BY Id LIMIT ${PAGE}`,
  ].join(' ');
  const { rows, isDone } = await query(api, soql);
  const { items, setAside } = readRecords(rows, opportunity, 'Id');
  const isFirstOfAll = window.since === null && after === null;
  return {
    records: items.map((one) => toRecord(one, request)),
    setAside,
    next: isDone && rows.length < PAGE ? null : lastIdOf(rows),
    ...(isFirstOfAll ? { expected: await countDeals(api) } : {}),
  };
}

/**
 * A full pass has no end: a record that changes during the pass would leave the window before its page is read, and
 * would be taken for deleted.
 */
export function windowTerms({ since, until }: Window, field: string): string[] {
  if (since === null) return ['IsDeleted = false'];
  return [`${field} >= ${timeLiteral(since)}`, `${field} < ${timeLiteral(until)}`];
}

export function afterTerms(after: string | null): string[] {
  return after === null ? [] : [`Id > ${idLiteral(after)}`];
}
