import { type ReactNode, useState } from 'react';
import { useTexts } from '../text/language.ts';
import { SelectBox, SelectField } from '../ui/field.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { type MemberOption, useMemberOptions } from './member-options.ts';
import { teamTexts } from './texts.ts';

type Props = {
  /** Its name for screen readers, and above it where `isField`. */
  label: string;
  /** What stands for nobody. */
  nobody: string;
  value: string;
  onChange: (value: string) => void;
  /** What the value is: the id of the membership, or that of the person. */
  by?: 'id' | 'user_id';
  isField?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
};

/** The browser's own choice, and a search above it in a team with many members. */
export function MemberSelect({ by = 'id', isField = false, ...props }: Props) {
  const t = useTexts(teamTexts);
  const [search, setSearch] = useState('');
  const { options, hasMore } = useMemberOptions(search, by === 'user_id');
  const { label, nobody, value, onChange, hint, error } = props;
  const isKnown = options.some((option) => option[by] === value);
  const choices = (
    <>
      <option value="">{nobody}</option>
      {value && !isKnown ? <option value={value}>{t.someMember(value)}</option> : null}
      {options.map((option) => (
        <Choice by={by} key={option.id} option={option} />
      ))}
    </>
  );
  const control = {
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <>
      {hasMore || search ? (
        <SearchField label={t.findMember} onChange={setSearch} value={search} />
      ) : null}
      {isField ? (
        <SelectField {...control} error={error} hint={hint} label={label}>
          {choices}
        </SelectField>
      ) : (
        <SelectBox {...control} aria-label={label}>
          {choices}
        </SelectBox>
      )}
    </>
  );
}

function Choice({ option, by }: { option: MemberOption; by: 'id' | 'user_id' }) {
  const value = option[by];
  return value === null ? null : <option value={value}>{option.label}</option>;
}
