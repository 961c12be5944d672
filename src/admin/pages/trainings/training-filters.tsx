import { MemberSelect } from '../../team/member-select.tsx';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { SelectBox } from '../../ui/field.tsx';
import { trainingTexts } from './texts.ts';

const statuses = ['in_progress', 'completed', 'scored', 'aborted'] as const;
const periods = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

export type Values = { user?: string; status?: string; days?: string; assignment?: string };

/** From the beginning of an hour, so that the same list is not asked for again each second. */
export function sinceOf(days: string | undefined): string | undefined {
  const found = periods.find((period) => `${period}` === days);
  if (!found) return undefined;
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  return new Date(hour - found * DAY_MS).toISOString();
}

type Props = { values: Values; onChange: (values: Values) => void; only?: 'status' | 'days' };

export function TrainingFilters({ values, onChange, only }: Props) {
  const t = useTexts(trainingTexts);
  const team = useTexts(teamTexts);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {only ? null : (
        <div className="flex w-full flex-col gap-2 sm:w-64">
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
      {values.assignment ? (
        <Button icon="close" look="quiet" onClick={() => onChange({ assignment: '' })}>
          {t.onlyAssignment}
        </Button>
      ) : null}
    </div>
  );
}

function StatusFilter({ values, onChange }: Props) {
  const t = useTexts(trainingTexts);
  return (
    <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
      <SelectBox
        aria-label={t.status}
        onChange={({ target }) => onChange({ status: target.value })}
        value={values.status ?? ''}
      >
        <option value="">{t.anyStatus}</option>
        {statuses.map((one) => (
          <option key={one} value={one}>
            {t.statuses[one]}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}

function PeriodFilter({ values, onChange }: Props) {
  const t = useTexts(trainingTexts);
  return (
    <div className="min-w-0 flex-1 sm:w-44 sm:flex-none">
      <SelectBox
        aria-label={t.since}
        onChange={({ target }) => onChange({ days: target.value })}
        value={values.days ?? ''}
      >
        <option value="">{t.anyTime}</option>
        {periods.map((period) => (
          <option key={period} value={period}>
            {t.days(period)}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}
