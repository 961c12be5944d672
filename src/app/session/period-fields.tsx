import { DAY_MS } from '../../shared/time/durations.ts';
import { dateTimeText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { dayBegins } from '../text/zoned-input.ts';
import type { Change, FilterField } from '../ui/filter/filter-fields.ts';
import { filterTexts } from '../ui/filter/texts.ts';
import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useTimeZone } from './time-zone.tsx';

/** Few people look for a period of their own. */
const MomentField = late(
  () => import('./moment-field.tsx').then((part) => part.MomentField),
  () => <Skeleton className="h-8 w-full sm:w-60" />,
);

type PeriodNames = {
  /** A period that ends now, such as `24h`. */
  period: string;
  /** Its beginning and its end, if it has fixed ones. Charts set them too. */
  since?: string;
  until?: string;
};
type Values = Readonly<Record<string, string | undefined>>;
type Period = { names: PeriodNames; label: string; values: Values };

/** A period with fixed ends. */
export const OWN = 'own';
/** The choice that sets both ends to those of the day before. */
const YESTERDAY = 'yesterday';

/** The filters by time: a period that ends now, or one with fixed ends. */
export function usePeriodFields(
  { names: { period, since, until }, label, values }: Period,
  offered: readonly (readonly [period: string, text: string])[],
): FilterField[] {
  const t = useTexts(filterTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  const show = (at: string) => (isMoment(at) ? dateTimeText(at, zone) : at);
  const isOwn = values[period] === OWN;
  const ends: FilterField[] = until
    ? [
        {
          name: until,
          word: 'until',
          label: t.until,
          isUnlisted: true,
          read,
          show,
          options: [[OWN, t.own]],
          set: (value): Change => {
            if (value === OWN) return { [period]: OWN };
            return {
              [until]: value,
              ...(isOwn && !value && since && !values[since] && { [period]: '' }),
            };
          },
        },
      ]
    : [];
  return [
    {
      name: period,
      word: 'since',
      label,
      options: until ? [...offered, [YESTERDAY, t.yesterday], [OWN, t.own]] : offered,
      chosen: (since && values[since]) ?? values[period],
      show: (at) => t.from(show(at)),
      ...(since && {
        read,
        set: (value): Change => {
          if (isMoment(value)) return { [since]: value, [period]: '' };
          if (value === YESTERDAY && until) {
            const today = dayBegins(Date.now(), zone.timeZone);
            const begin = dayBegins(Date.parse(today) - 1, zone.timeZone);
            return { [since]: begin, [until]: today, [period]: '' };
          }
          if (value === '') return { [since]: '', [period]: '' };
          if (value !== OWN) return { [since]: '', [period]: value, ...(until && { [until]: '' }) };
          return { [since]: values[since] ?? dayAgo(), [period]: OWN };
        },
      }),
    },
    ...ends,
  ];
}

const dayAgo = () => new Date(Date.now() - DAY_MS).toISOString();
const isMoment = (text: string) => /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text));
const read = (text: string) => (isMoment(text) ? new Date(text).toISOString() : undefined);

type OwnProps = {
  names: Required<PeriodNames>;
  values: Values;
  onChange: (change: Change) => void;
  /** Why the ends are no period. */
  error?: string | undefined;
};

/**
 * Fields for the ends of an own period, once a person has chosen one. A period that a chart has set is read in its chips,
 * so that the list stays where it was.
 */
export function OwnPeriod({ names, values, onChange, error }: OwnProps) {
  const { period, since, until } = names;
  const t = useTexts(filterTexts);
  if (values[period] !== OWN || (!values[since] && !values[until])) return null;
  // A period without ends is none.
  const periodWith = (one: string, other = '') => ({ [period]: one || other ? OWN : '' });
  return (
    <span className="flex w-full flex-wrap gap-2">
      <MomentField
        at={values[since]}
        error={error}
        label={t.begin}
        onChange={(at) => onChange({ [since]: at, ...periodWith(at, values[until]) })}
      />
      <MomentField
        at={values[until]}
        label={t.until}
        onChange={(at) => onChange({ [until]: at, ...periodWith(at, values[since]) })}
      />
    </span>
  );
}
