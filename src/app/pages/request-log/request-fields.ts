import { useQuery } from '@tanstack/react-query';
import { NONE } from '../../../features/request-log/none.schema.ts';
import type {
  LineFilter,
  RequestCounts,
} from '../../../features/request-log/request-log.schema.ts';
import { errorCatalogue } from '../../../shared/errors/errors.ts';
import type { Language } from '../../../shared/language/language.ts';
import { stateWord } from '../../../shared/web/states.ts';
import { trpc } from '../../api/client.ts';
import { usePeriodFields } from '../../session/period-fields.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import type { FilterField, FilterOption } from '../../ui/filter/filter-fields.ts';
import { useRequestIdField } from '../../ui/filter/request-id-field.ts';
import {
  endingOf,
  type LogFilters,
  oneStatus,
  periodNames,
  periods,
  statuses,
} from './line-filter.ts';
import { textOf } from './reason-names.ts';
import { requestLogTexts } from './texts.ts';

type Found = Pick<RequestCounts, 'reasons' | 'found'>;

/** The filters of the list. They offer the values of the period, with counts, which the histogram reads. */
export function useRequestFields(filter: LineFilter, filters: LogFilters): FilterField[] {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  const { request_id: _, ...counted } = filter;
  const { data = { reasons: [], found: [] } } = useQuery(
    trpc.requestLog.counts.queryOptions(counted, {
      enabled: false,
      placeholderData: (before) => before,
    }),
  );
  const found = (field: Found['found'][number]['field']): FilterOption[] =>
    data.found
      .filter((one) => one.field === field)
      .map(({ value, requests }) => [value, value, requests] as const);
  const countOf = (status: string) => found('status').find(([value]) => value === status)?.[2];
  const show = (value: string) => (value === NONE ? t.without : value);
  return [
    {
      name: 'status',
      label: t.status,
      options: [
        ...statuses.map((one) => [one, statusText(one, language), countOf(one)] as const),
        ...found('status').filter(([value]) => oneStatus(value)),
      ],
      read: (text) => oneStatus(text) ?? endingOf(text),
      show: (value) => {
        const ending = endingOf(value);
        return ending ? stateWord('request', ending, language) : value;
      },
    },
    { name: 'method', label: t.method, options: found('method'), show },
    {
      name: 'route',
      word: 'path',
      label: t.path,
      options: found('route'),
      show: (value) => (value === NONE ? t.noRoute : value),
      read: (text) => routeOf(text, found('route')),
    },
    reasonField(data.reasons, filters, t),
    {
      name: 'field',
      label: t.field,
      options: found('field').map(([value, , count]) => [value, fieldText(value), count] as const),
      show: (value) => (value === NONE ? t.without : fieldText(value)),
    },
    {
      name: 'code',
      label: t.code,
      options: found('code'),
      read: (text) => (Object.hasOwn(errorCatalogue, text) ? text : undefined),
    },
    ...useUseFields(filters, found('key_id')),
    useRequestIdField(),
  ];
}

/** The name of a field from its pointer, such as `/title`. */
export const fieldText = (pointer: string) => pointer.slice(1);

/** The route of an address that a person has copied, such as `/users/mem_1?limit=1`. */
function routeOf(text: string, routes: readonly FilterOption[]): string | undefined {
  const path = text.replace(/^.*\/api\/public\/v\d+(?=\/)/, '').replace(/[?#].*$/, '');
  const parts = path.split('/');
  return routes
    .map(([route]) => route)
    .find((route) => {
      const names = route.split('/');
      return names.length === parts.length && names.every((name, i) => isPart(name, parts[i]));
    });
}

const isPart = (name: string, part = '') => (/^\{.*\}$/.test(name) ? part !== '' : name === part);

/** The filters that errors and requests have in common: by key and by time. */
export function useUseFields(
  filters: LogFilters,
  found: readonly FilterOption[] = [],
): FilterField[] {
  const t = useTexts(requestLogTexts);
  const offered = periods.map((one) => [one, t.periods[one]] as const);
  const times = usePeriodFields({ names: periodNames, label: t.period, values: filters }, offered);
  return [useKeyField(found), ...times];
}

export function useKeyField(found: readonly FilterOption[] = []): FilterField {
  const t = useTexts(requestLogTexts);
  const { data } = useQuery(trpc.apiKeys.list.queryOptions({ limit: '200' }));
  const counts = new Map(found.map(([id, , count]) => [id, count]));
  const options = (data?.data ?? []).map(({ key_id, name, key_prefix, predecessor }) => {
    const label = `${name} · ${key_prefix}…${predecessor ? ` ${t.withReplaced}` : ''}`;
    return [key_id, label, counts.get(key_id)] as const;
  });
  return { name: 'key_id', word: 'key', label: t.key, options };
}

const endings = { '2xx': ['ok'], '4xx': ['rejected', 'limited'], '5xx': ['server'] } as const;

function statusText(status: (typeof statuses)[number], language: Language): string {
  const words = endings[status].map((ending) => stateWord('request', ending, language));
  return `${words.join(', ')} (${status})`;
}

/** One filter for both: the check that refused a request, and why a key was not valid. */
function reasonField(
  found: Found['reasons'],
  { check = '', reason = '' }: LogFilters,
  t: (typeof requestLogTexts)['de'],
): FilterField {
  const textFor = (value: string) => {
    const [by = '', why = ''] = value.split(' ');
    if (why && why !== NONE) return textOf(t.reasons, why);
    return by && by !== NONE ? textOf(t.checks, by) : t.without;
  };
  return {
    name: 'reason',
    label: t.reason,
    options: found.map((one) => {
      const value = `${one.check} ${one.reason ?? NONE}`;
      return [value, textFor(value), one.requests] as const;
    }),
    // The filter may come from a group of errors or a link, and no line of the period may match it.
    chosen: check || reason ? `${check} ${reason}` : undefined,
    show: textFor,
    set: (value) => {
      const [by = '', why = ''] = value.split(' ');
      return { check: by, reason: why };
    },
  };
}
