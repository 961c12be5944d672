import { useMemberField } from '../../team/member-field.ts';
import { useMembers } from '../../team/member-options.ts';
import { useTexts } from '../../text/language.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import type { FilterField } from '../../ui/filter/filter-fields.ts';
import { useStateOptions } from '../../ui/state.tsx';
import { useConnectionFields } from './connection-field.ts';
import { crmTexts } from './texts.ts';
import { closings, NO_MEMBER, outcomes, type useDeals } from './use-deals.ts';

type Props = { deals: ReturnType<typeof useDeals> };

export function DealFilters({ deals: { values, set } }: Props) {
  const t = useTexts(crmTexts);
  // A team that hides its members refuses the filter by owner.
  const { members } = useMembers('', true);
  const showsOwners = members.some(({ is_me, email }) => !is_me && email !== null);
  const owner = useMemberField({
    name: 'owner',
    by: 'user_id',
    label: t.owner,
    value: values.owner,
    other: [NO_MEMBER, t.noMember],
  });
  const fields: FilterField[] = [
    {
      name: 'outcome',
      word: 'status',
      label: t.outcome,
      options: useStateOptions('deal', outcomes),
    },
    {
      name: 'closes',
      label: t.close,
      options: closings.map((one) => [one, t.closings[one]] as const),
    },
    ...useConnectionFields(values.connection),
    ...(showsOwners ? [{ ...owner, word: 'owner' }] : []),
  ];
  return (
    <FilterBar
      fields={fields}
      onChange={set}
      search={{ name: 'search', label: t.search }}
      values={values}
    />
  );
}
