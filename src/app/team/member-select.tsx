import { type ReactNode, useState } from 'react';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { useTexts } from '../text/language.ts';
import { Combobox, type ComboboxOption } from '../ui/combobox.tsx';
import { useLater, useMemberLabel, useMembers } from './member-options.ts';
import { type MemberKey, useMembersById } from './members-by-id.ts';
import { teamTexts } from './texts.ts';

type Props = {
  /** The name for screen readers. With `isField` it is also shown above the choice. */
  label: string;
  /** The label of the option "nobody". */
  nobody: string;
  value: string;
  onChange: (value: string) => void;
  /** Which id of the member the value is. */
  by?: MemberKey;
  /** Leaves out the person who chooses, and people who have not accepted their invitation. */
  onlyOthers?: boolean;
  isField?: boolean;
  hint?: ReactNode;
};

/** Chooses one member. A part of the name finds the member, even among ten thousand. */
export function MemberSelect({ by = 'id', onlyOthers = false, ...props }: Props) {
  const { label, nobody, value, onChange, isField = false } = props;
  const t = useTexts(teamTexts);
  const onlyActive = onlyOthers || by === 'user_id';
  const [typed, setTyped] = useState('');
  const query = useLater(typed);
  const first = useMembers('', onlyActive);
  // If a team is small, `first` holds all its members.
  const found = useMembers(first.hasMore ? query : '', onlyActive);
  const optionOf = useOption(by);
  const options = found.members
    .filter(({ is_me }) => !(onlyOthers && is_me))
    .flatMap((member) => optionOf(member) ?? [])
    .sort((one, two) => one.label.localeCompare(two.label));
  const isAlone = onlyOthers && first.isLoaded && first.members.every(({ is_me }) => is_me);
  // A choice empties the search. So the field remembers the option that was chosen from its results.
  const [last, setLast] = useState<ComboboxOption | null>(null);
  const chosen = useChosen(value, by, last ? [...options, last] : options);
  const choose = (option: ComboboxOption | null) => {
    setLast(option);
    onChange(option?.value ?? '');
  };
  return (
    <Combobox
      chosen={chosen}
      hasMore={found.hasMore}
      hint={isAlone ? t.nobodyElse : props.hint}
      isField={isField}
      isSearching={first.hasMore && (found.isSearching || typed !== query)}
      label={label}
      onChoose={choose}
      onSearch={setTyped}
      options={options}
      placeholder={nobody}
    />
  );
}

function useOption(by: MemberKey) {
  const labelOf = useMemberLabel();
  return (member: MemberInApp): ComboboxOption | null => {
    const value = member[by];
    return value === null ? null : { value, label: labelOf(member) };
  };
}

/** The chosen member by name. The loaded list may lack this member. */
function useChosen(
  value: string,
  by: MemberKey,
  options: readonly ComboboxOption[],
): ComboboxOption | null {
  const t = useTexts(teamTexts);
  const optionOf = useOption(by);
  const listed = options.find((option) => option.value === value);
  const loaded = useMembersById(value && !listed ? [value] : [], by).get(value);
  if (!value) return null;
  return listed ?? (loaded && optionOf(loaded)) ?? { value, label: t.someMember(value) };
}
