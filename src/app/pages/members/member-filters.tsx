import { useTexts } from '../../text/language.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useStateOptions } from '../../ui/state.tsx';
import { memberTexts } from './texts.ts';

export const roles = ['owner', 'admin', 'member'] as const;
export const states = ['active', 'invited', 'expired'] as const;

type Values = { search?: string; role?: string; status?: string };
type Props = { values: Values; onChange: (change: Values) => void };

export function MemberFilters({ values, onChange }: Props) {
  const t = useTexts(memberTexts);
  return (
    <>
      <SearchField
        label={t.search}
        onChange={(search) => onChange({ search })}
        value={values.search ?? ''}
      />
      <FilterSelect
        any={t.allRoles}
        label={t.role}
        onChange={(role) => onChange({ role })}
        options={roles.map((role) => [role, t.roles[role]] as const)}
        value={roles.find((role) => role === values.role)}
      />
      <FilterSelect
        any={t.allStates}
        label={t.status}
        onChange={(status) => onChange({ status })}
        options={useStateOptions('member', states)}
        value={states.find((state) => state === values.status)}
      />
    </>
  );
}
