import type { FakeAnswer } from './fake-server.ts';
import { type FakeRecord, shown } from './hubspot-records.ts';
import type { LaggedRecords } from './lagged-records.ts';

type Filter = { propertyName: string; operator: string; value?: string; values?: string[] };
type Search = {
  filterGroups?: { filters: Filter[] }[];
  sorts?: { propertyName: string; direction: string }[];
  properties?: string[];
  limit?: number;
  after?: string;
};

/** A query shows at most this many records, on all its pages together. */
const CAP = 10_000;

/** The search. It sees the index, not the records. */
export function searchHubspot(
  records: LaggedRecords<FakeRecord>,
  body: unknown,
  shortPages: number | null,
): FakeAnswer {
  const search = body as Search;
  const { filterGroups = [], limit = 10 } = search;
  const from = Number(search.after ?? 0);
  const filters = filterGroups.flatMap((group) => group.filters);
  if (limit > 200 || filterGroups.length > 5 || filters.length > 18 || from + limit > CAP) {
    return refused('The query is too large');
  }
  if (filterGroups.some((group) => group.filters.length > 6)) return refused('Too many filters');
  records.settle();
  // Sorting a sorted list costs little.
  const matching = records
    .sortedIndex()
    .filter(
      (record) =>
        filterGroups.length === 0 ||
        filterGroups.some((group) => group.filters.every((filter) => matches(record, filter))),
    );
  const [sort] = search.sorts ?? [];
  const sign = sort?.direction === 'DESCENDING' ? -1 : 1;
  const key = sort?.propertyName ?? 'hs_createdate';
  matching.sort((one, other) => sign * (numberOf(one, key) - numberOf(other, key)));
  const size = Math.min(limit, shortPages ?? limit);
  const page = matching.slice(from, from + size);
  const isEnd = from + size >= matching.length;
  return {
    status: 200,
    json: {
      total: matching.length,
      results: page.map((record) => shown(record, search.properties)),
      ...(isEnd ? {} : { paging: { next: { after: `${from + size}` } } }),
    },
  };
}

function refused(message: string): FakeAnswer {
  return { status: 400, json: { status: 'error', message, category: 'VALIDATION_ERROR' } };
}

function numberOf(record: FakeRecord, name: string): number {
  if (name === 'hs_object_id') return Number(record.id);
  if (name === 'hs_lastmodifieddate') return record.modifiedMs;
  if (name === 'hs_createdate') return record.createdMs;
  return Number(record.properties[name] ?? Number.NaN);
}

function matches(record: FakeRecord, { propertyName, operator, value, values }: Filter): boolean {
  switch (operator) {
    case 'GTE':
      return numberOf(record, propertyName) >= Number(value);
    case 'GT':
      return numberOf(record, propertyName) > Number(value);
    case 'LT':
      return numberOf(record, propertyName) < Number(value);
    case 'EQ':
      return record.properties[propertyName] === value;
    case 'HAS_PROPERTY':
      return Boolean(record.properties[propertyName]);
    case 'IN':
      return (values ?? []).includes(record.properties[propertyName] ?? '');
    default:
      throw new Error(`The fake knows no ${operator}`);
  }
}
