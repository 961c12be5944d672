import { hasState } from '../../../shared/web/states.ts';
import { Time } from '../../session/time.tsx';
import { useMembersById } from '../../team/members-by-id.ts';
import { MemberName } from '../../team/person.tsx';
import { dateText, moneyText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { crmTexts } from './texts.ts';
import type { FoundDeal } from './use-deals.ts';

type Props = {
  rows: readonly FoundDeal[];
  to: (deal: FoundDeal) => RowTarget;
  sorting: Sorting;
};

export function DealTable({ rows, to, sorting }: Props) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const members = useMembersById(rows.map(({ owner_user_id = null }) => owner_user_id));
  const columns: Column<FoundDeal>[] = [
    {
      id: 'title',
      title: t.deal,
      cell: (deal, hides) => (
        <TwoLines
          more={hides('amount') && <span className="tabular">{moneyText(deal, language)}</span>}
        >
          <span className="font-medium">{deal.title ?? t.untitled}</span>
        </TwoLines>
      ),
    },
    {
      id: 'outcome',
      title: t.outcome,
      width: 112,
      cell: ({ outcome }) => <Outcome outcome={outcome} />,
    },
    {
      id: 'amount',
      title: t.amount,
      hint: t.amountHint,
      sorts: 'down',
      dropped: 'last',
      align: 'right',
      width: 144,
      cell: (deal) => <span className="tabular">{moneyText(deal, language)}</span>,
    },
    {
      id: 'close',
      title: t.close,
      dropped: 'second',
      width: 120,
      cell: ({ close_date }) => (
        <span className="tabular">
          {close_date ? dateText(close_date, { language, timeZone: 'UTC' }) : '–'}
        </span>
      ),
    },
    {
      id: 'owner',
      title: t.owner,
      dropped: 'second',
      width: 160,
      cell: ({ owner_user_id: id, owner_name, owner_id }) => {
        const member = id ? members.get(id) : undefined;
        // Who is no member has only the name that the CRM gives.
        return member ? (
          <MemberName member={member}>{member.name ?? member.email}</MemberName>
        ) : (
          (owner_name ?? owner_id ?? '–')
        );
      },
    },
    {
      id: 'stage',
      title: t.stage,
      dropped: 'second',
      width: 152,
      cell: ({ stage_name, stage_id }) => stage_name ?? stage_id ?? '–',
    },
    {
      id: 'activity',
      title: t.activity,
      dropped: 'first',
      width: 136,
      cell: ({ last_activity_at: at }) => (at ? <Time at={at} /> : '–'),
    },
  ];
  // While member detail is off, no deal says which member is in charge.
  const showsOwners = rows.every(({ owner_user_id }) => owner_user_id !== undefined);
  return (
    <Table
      columns={showsOwners ? columns : columns.filter(({ id }) => id !== 'owner')}
      keyOf={({ id }) => id}
      label={t.views.deals}
      rows={rows}
      sorting={sorting}
      to={to}
    />
  );
}

/** An outcome that this page does not know yet is shown as it is. */
export function Outcome({ outcome }: Pick<FoundDeal, 'outcome'>) {
  return hasState('deal', outcome) ? <State is={outcome} noun="deal" /> : <Badge>{outcome}</Badge>;
}
