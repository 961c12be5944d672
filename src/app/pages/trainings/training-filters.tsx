import { DAY_MS, HOUR_MS } from '../../../shared/time/durations.ts';
import { usePeriodFields } from '../../session/period-fields.tsx';
import { useTexts } from '../../text/language.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { useStateOptions } from '../../ui/state.tsx';
import { trainingTexts } from './texts.ts';

const periods = [7, 30, 90] as const;

export type Values = {
  user?: string;
  status?: string;
  days?: string;
  /** A moment that a chart has set. A period of days replaces it. */
  since?: string;
  assignment?: string;
  sort?: string;
};

/** The time, rounded to the beginning of an hour. Otherwise the list would be read again each second. */
export function sinceOf({ days, since }: Pick<Values, 'days' | 'since'>): string | undefined {
  const found = periods.find((period) => `${period}` === days);
  if (!found) return since && !Number.isNaN(Date.parse(since)) ? since : undefined;
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return new Date(hour - found * DAY_MS).toISOString();
}

type Props = {
  values: Values;
  onChange: (values: Values) => void;
  /** The filters before that of the time. */
  more?: readonly FilterField[];
  /** The open tab, which a saved view keeps. */
  list?: string;
};

export function TrainingFilters({ values, onChange, more = [], list }: Props) {
  const t = useTexts(trainingTexts);
  const offered = periods.map((period) => [`${period}`, t.days(period)] as const);
  const names = { period: 'days', since: 'since' };
  const times = usePeriodFields({ names, label: t.since, values }, offered);
  return (
    <FilterBar
      fields={[...more, ...times]}
      onChange={onChange}
      tabs={['list', 'sort']}
      values={{ ...values, list }}
    />
  );
}

/** The filters by state and by assignment. An assignment sets the second one. */
export function useStateFields(): FilterField[] {
  const t = useTexts(trainingTexts);
  return [
    { name: 'status', label: t.status, options: useStateOptions('training') },
    {
      name: 'assignment',
      label: t.assignment,
      options: [],
      isUnlisted: true,
      read: (text) => text,
    },
  ];
}
