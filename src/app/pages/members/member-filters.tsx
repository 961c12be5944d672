import { useTexts } from '../../text/language.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { Change, FilterField } from '../../ui/filter/filter-fields.ts';
import { useStateOptions } from '../../ui/state.tsx';
import { memberTexts } from './texts.ts';

export const roles = ['owner', 'admin', 'member'] as const;
export const states = ['active', 'invited', 'expired'] as const;

type Values = Partial<Record<'search' | 'role' | 'status' | 'sort', string | undefined>>;
type Props = { values: Values; onChange: (change: Change) => void };

export function MemberFilters({ values, onChange }: Props) {
  const t = useTexts(memberTexts);
  const fields: FilterField[] = [
    { name: 'role', label: t.role, options: roles.map((role) => [role, t.roles[role]] as const) },
    { name: 'status', label: t.status, options: useStateOptions('member', states) },
  ];
  return (
    <FilterBar
      fields={fields}
      onChange={onChange}
      search={{ name: 'search', label: t.search }}
      tabs={['sort']}
      values={values}
    />
  );
}
