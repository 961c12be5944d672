import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import { statesOf } from '../../../shared/states.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { MemberSelect } from '../../team/member-select.tsx';
import { teamTexts } from '../../team/texts.ts';
import { dateTimeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
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
};

/** The time, rounded to the beginning of an hour. Otherwise the list would be read again each second. */
export function sinceOf({ days, since }: Pick<Values, 'days' | 'since'>): string | undefined {
  const found = periods.find((period) => `${period}` === days);
  if (!found) return since && !Number.isNaN(Date.parse(since)) ? since : undefined;
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  return new Date(hour - found * DAY_MS).toISOString();
}

type Props = { values: Values; onChange: (values: Values) => void; only?: 'status' | 'days' };

export function TrainingFilters({ values, onChange, only }: Props) {
  const t = useTexts(trainingTexts);
  const team = useTexts(teamTexts);
  return (
    <>
      {only ? null : (
        <div className="w-full sm:w-64">
          <MemberSelect
            by="user_id"
            label={t.member}
            nobody={team.allMembers}
            onChange={(user) => onChange({ user })}
            value={values.user ?? ''}
          />
        </div>
      )}
      {only === 'days' ? null : <StatusFilter onChange={onChange} values={values} />}
      {only === 'status' ? null : <PeriodFilter onChange={onChange} values={values} />}
      {values.since && !only ? <Since onChange={onChange} since={values.since} /> : null}
      {values.assignment ? (
        <Button icon="close" look="quiet" onClick={() => onChange({ assignment: '' })}>
          {t.onlyAssignment}
        </Button>
      ) : null}
    </>
  );
}

type SinceProps = { since: string; onChange: Props['onChange'] };

function Since({ since, onChange }: SinceProps) {
  const t = useTexts(trainingTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  if (Number.isNaN(Date.parse(since))) return null;
  return (
    <FilterChip
      name={t.sinceMoment}
      onRemove={() => onChange({ since: '' })}
      removes={t.removeSince}
      value={dateTimeText(since, zone)}
    />
  );
}

function StatusFilter({ values, onChange }: Props) {
  const t = useTexts(trainingTexts);
  return (
    <FilterSelect
      any={t.anyStatus}
      label={t.status}
      onChange={(status) => onChange({ status })}
      options={useStateOptions('training')}
      value={statesOf('training').find((one) => one === values.status)}
    />
  );
}

function PeriodFilter({ values, onChange }: Props) {
  const t = useTexts(trainingTexts);
  return (
    <FilterSelect
      any={t.anyTime}
      label={t.since}
      onChange={(days) => onChange({ days, since: '' })}
      options={periods.map((period) => [`${period}`, t.days(period)] as const)}
      value={values.days}
    />
  );
}
