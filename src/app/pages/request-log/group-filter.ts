import { NONE } from '../../../features/request-log/none.schema.ts';
import type { ErrorGroup } from '../../../features/request-log/request-log.schema.ts';

type Group = Pick<ErrorGroup, 'code' | 'method' | 'route' | 'check' | 'reason'>;
type GroupFilter = Partial<Record<keyof Group, string>>;

/** The filter that finds the requests of a group of errors, and no others. */
function wholeFilter({ code, method, route, check, reason }: Group): Required<GroupFilter> {
  return {
    code,
    method,
    route: route ?? NONE,
    check: check ?? NONE,
    reason: reason ?? NONE,
  };
}

/** What the filter can do without if no other group has another value there. */
const dispensable = [['route'], ['check', 'reason'], ['method']] as const;

/** The same with as few fields as tell the group apart from all others: each of them is a chip to read. */
export function filterOfGroup(group: Group, all: readonly Group[]): GroupFilter {
  let filter: GroupFilter = wholeFilter(group);
  for (const names of dispensable) {
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
