import { useState } from 'react';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { useTexts } from '../text/language.ts';
import type { FilterField, FilterOption } from '../ui/filter/filter-fields.ts';
import { useLater, useMemberLabel, useMembers } from './member-options.ts';
import { type MemberKey, useMembersById } from './members-by-id.ts';
import { teamTexts } from './texts.ts';

type Props = {
  /** The filter in the address of the page. */
  name: string;
  label: string;
  value: string | undefined;
  by: MemberKey;
  /** An option above all members, which is no member. */
  other?: FilterOption;
};

/** A filter by member. A part of the name finds the member, even among ten thousand. */
export function useMemberField({ name, label, value = '', by, other }: Props): FilterField {
  const t = useTexts(teamTexts);
  const [typed, onSearch] = useState('');
  const query = useLater(typed);
  const onlyActive = by === 'user_id';
  const first = useMembers('', onlyActive);
  // If a team is small, `first` holds all its members.
  const found = useMembers(first.hasMore ? query : '', onlyActive);
  const labelOf = useMemberLabel();
  const optionOf = (member: MemberInApp): FilterOption[] => {
    const id = member[by];
    return id === null ? [] : [[id, labelOf(member)]];
  };
  const options = [
    ...(other ? [other] : []),
    ...found.members.flatMap(optionOf).sort(([, one], [, two]) => one.localeCompare(two)),
  ];
  const isListed = value === '' || options.some(([id]) => id === value);
  const loaded = useMembersById(isListed ? [] : [value], by).get(value);
  return {
    name,
    word: 'member',
    label,
    options,
    read: (text) => (ID.test(text) ? text : undefined),
    show: (id) => (loaded ? labelOf(loaded) : t.someMember(id)),
    onSearch,
    hasMore: found.hasMore,
  };
}

const ID = /^(usr|mem)_\w+$/;
