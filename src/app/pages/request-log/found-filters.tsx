import { useQuery } from '@tanstack/react-query';
import { NONE } from '../../../features/request-log/none.schema.ts';
import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import type { LogFilters, SetFilters } from './line-filter.ts';
import { textOf } from './reason-names.ts';
import { requestLogTexts } from './texts.ts';

type Props = { filter: LineFilter; filters: LogFilters; setFilters: SetFilters };

const nothing: Pick<RequestCounts, 'methods' | 'routes' | 'reasons'> = {
  methods: [],
  routes: [],
  reasons: [],
};

/** Filters by method, route and reason. They offer the values that occur in the period, which the histogram reads. */
export function FoundFilters({ filter, filters, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const { request_id: _, ...counted } = filter;
  const { data: found = nothing } = useQuery(
    trpc.requestLog.counts.queryOptions(counted, {
      enabled: false,
      placeholderData: (before) => before,
    }),
  );
  const { method, route, check, reason } = filters;
  const named = (value: string) => (value === NONE ? t.without : value);
  const options = (values: readonly string[], chosen: string | undefined) =>
    [...new Set([...values, ...(chosen ? [chosen] : [])])].map(
      (value) => [value, named(value)] as const,
    );
  return (
    <>
      <FilterSelect
        isNarrow
        any={t.anyMethod}
        label={t.method}
        onChange={(next) => setFilters({ method: next })}
        options={options(found.methods, method)}
        value={method}
      />
      <FilterSelect
        isNarrow
        any={t.anyRoute}
        label={t.path}
        onChange={(next) => setFilters({ route: next })}
        options={options(found.routes, route)}
        value={route}
      />
      <ReasonChoice found={found.reasons} setFilters={setFilters} {...{ check, reason }} />
    </>
  );
}

type Pair = { check: string; reason: string | null };
type ReasonProps = {
  found: readonly Pair[];
  check: string | undefined;
  reason: string | undefined;
  setFilters: SetFilters;
};

/** One filter for both: the check that refused a request, and why a key was not valid. */
function ReasonChoice({ found, check, reason, setFilters }: ReasonProps) {
  const t = useTexts(requestLogTexts);
  const nameOf = (pair: { check: string; reason: string }) => `${pair.check} ${pair.reason}`;
  const pairs = new Map(
    found.map((pair) => {
      const filter = { check: pair.check, reason: pair.reason ?? NONE };
      return [nameOf(filter), filter];
    }),
  );
  // The filter may come from a group of errors or a link, and no line of the period may match it.
  const chosen = check || reason ? { check: check ?? '', reason: reason ?? '' } : undefined;
  if (chosen) pairs.set(nameOf(chosen), chosen);
  const textFor = ({ check: by, reason: why }: { check: string; reason: string }) => {
    if (why && why !== NONE) return textOf(t.reasons, why);
    return by && by !== NONE ? textOf(t.checks, by) : t.without;
  };
  return (
    <FilterSelect
      isNarrow
      any={t.anyReason}
      label={t.reason}
      onChange={(next) => setFilters(pairs.get(next) ?? { check: '', reason: '' })}
      options={[...pairs].map(([name, pair]) => [name, textFor(pair)] as const)}
      value={chosen && nameOf(chosen)}
    />
  );
}
