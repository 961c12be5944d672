import { useMembers } from '../../team/member-options.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useStateOptions } from '../../ui/state.tsx';
import { ConnectionFilter } from './connection-filter.tsx';
import { crmTexts } from './texts.ts';
import { closings, NO_MEMBER, outcomes, type useDeals } from './use-deals.ts';

type Props = { deals: ReturnType<typeof useDeals> };

export function DealFilters({ deals: { values, set, isFiltered, clear } }: Props) {
  const t = useTexts(crmTexts);
  const outcomeOptions = useStateOptions('deal', outcomes);
  // A team that hides its members refuses this filter.
  const { members } = useMembers('', true);
  const showsOwners = members.some(({ is_me, email }) => !is_me && email !== null);
  return (
    <>
      <SearchField
        label={t.search}
        onChange={(search) => set({ search })}
        value={values.search ?? ''}
      />
      <FilterSelect
        any={t.anyOutcome}
        label={t.outcome}
        onChange={(outcome) => set({ outcome })}
        options={outcomeOptions}
        value={values.outcome}
      />
      <FilterSelect
        any={t.anyClosing}
        label={t.close}
        onChange={(closes) => set({ closes })}
        options={closings.map((one) => [one, t.closings[one]] as const)}
        value={values.closes}
      />
      <ConnectionFilter onChange={(connection) => set({ connection })} value={values.connection} />
      {showsOwners ? (
        <div className="min-w-48 flex-1 sm:w-64 sm:flex-none">
          <MemberSelect
            by="user_id"
            label={t.owner}
            nobody={t.anyOwner}
            onChange={(owner) => set({ owner })}
            other={{ value: NO_MEMBER, label: t.noMember }}
            value={values.owner ?? ''}
          />
        </div>
      ) : null}
      {isFiltered ? (
        <Button icon="close" look="quiet" onClick={clear}>
          {t.clear}
        </Button>
      ) : null}
    </>
  );
}
