import { NONE } from '../../../features/request-log/none.schema.ts';
import type { ErrorGroup } from '../../../features/request-log/request-log.schema.ts';

type Group = Pick<ErrorGroup, 'code' | 'method' | 'route' | 'check' | 'reason'>;

/** The filter that finds the requests of a group of errors, and no others. */
export function filterOfGroup({ code, method, route, check, reason }: Group) {
  return {
    code,
    method,
    route: route ?? NONE,
    check: check ?? NONE,
    reason: reason ?? NONE,
  };
}

/** A time before every line that the log keeps. */
export const ALL_SINCE = new Date(0).toISOString();
