import { useTexts } from '../../text/language.ts';
import { SelectBox } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { memberTexts } from './texts.ts';

export const roles = ['owner', 'admin', 'member'] as const;
export const states = ['active', 'invited', 'expired'] as const;

type Values = { search?: string; role?: string; status?: string };
type Props = { values: Values; onChange: (change: Values) => void };

export function MemberFilters({ values, onChange }: Props) {
  const t = useTexts(memberTexts);
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        label={t.search}
        onChange={(search) => onChange({ search })}
        value={values.search ?? ''}
      />
      <SelectBox
        aria-label={t.role}
        onChange={({ target }) => onChange({ role: target.value })}
        value={values.role ?? ''}
      >
        <option value="">{t.allRoles}</option>
        {roles.map((role) => (
          <option key={role} value={role}>
            {t.roles[role]}
          </option>
        ))}
      </SelectBox>
      <SelectBox
        aria-label={t.status}
        onChange={({ target }) => onChange({ status: target.value })}
        value={values.status ?? ''}
      >
        <option value="">{t.allStates}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {t.states[state]}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}
