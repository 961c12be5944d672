import { NONE } from '../../../features/request-log/none.schema.ts';
import type { ErrorGroup } from '../../../features/request-log/request-log.schema.ts';

type Group = Pick<ErrorGroup, 'code' | 'method' | 'route' | 'check' | 'reason' | 'field'>;
type GroupFilter = Partial<Record<keyof Group, string>>;

/** The filter that finds the requests of a group of errors, and no others. */
function wholeFilter({ code, method, route, check, reason, field }: Group): Required<GroupFilter> {
  return {
    code,
    method,
    route: route ?? NONE,
    check: check ?? NONE,
    reason: reason ?? NONE,
    field: field ?? NONE,
  };
}

/** What the filter can do without if no other group has another value there. */
const dispensable = [['route'], ['check', 'reason'], ['method'], ['field']] as const;

/**
 * The filter with the route and the field that the row of the group names, and else with as few values as tell it apart
 * from all others: each of them is a chip to read.
 */
export function filterOfGroup(group: Group, all: readonly Group[]): GroupFilter {
  const named: readonly string[] = [
    ...(group.route === null ? [] : ['route', 'method']),
    ...(group.field === null ? [] : ['field']),
  ];
  let filter: GroupFilter = wholeFilter(group);
  for (const names of dispensable.filter(([name]) => !named.includes(name))) {
    const fewer = { ...filter };
    for (const name of names) delete fewer[name];
    const found = all.map(wholeFilter).filter((one) => isPart(fewer, one));
    if (found.length === 1) filter = fewer;
  }
  return filter;
}

const isPart = (filter: GroupFilter, whole: GroupFilter) =>
  Object.entries(filter).every(([name, value]) => whole[name as keyof GroupFilter] === value);

/** A time before every line that the log keeps. */
export const ALL_SINCE = new Date(0).toISOString();
