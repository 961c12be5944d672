import { hasState } from '../../../shared/states.ts';
import { Time } from '../../session/time.tsx';
import { dateText, moneyText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { crmTexts } from './texts.ts';
import type { FoundDeal } from './use-deals.ts';

type Props = {
  rows: readonly FoundDeal[];
  to: (deal: FoundDeal) => RowTarget;
  /** For deals without a member in charge, shows the owner that the CRM names. */
  hasOwners: boolean;
};

export function DealTable({ rows, to, hasOwners }: Props) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
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
      dropped: 'last',
      align: 'right',
      width: 144,
      cell: (deal) => <span className="tabular">{moneyText(deal, language)}</span>,
    },
    {
      id: 'close',
      title: t.close,
      dropped: 'second',
      width: 144,
      cell: ({ close_date }) => (
        <span className="tabular">
          {close_date ? dateText(close_date, { language, timeZone: 'UTC' }) : '–'}
        </span>
      ),
    },
    ...(hasOwners ? [ownerColumn(t.inCrm)] : []),
    {
      id: 'activity',
      title: t.activity,
      dropped: 'first',
      width: 144,
      cell: ({ last_activity_at: at }) => (at ? <Time at={at} /> : '–'),
    },
  ];
  return (
    <Table columns={columns} keyOf={({ id }) => id} label={t.views.deals} to={to} rows={rows} />
  );
}

function ownerColumn(title: string): Column<FoundDeal> {
  return {
    id: 'owner',
    title,
    dropped: 'second',
    width: 192,
    cell: ({ owner_name, owner_id }) => (
      <span className="block truncate">{owner_name ?? owner_id ?? '–'}</span>
    ),
  };
}

/** An outcome that this page does not know yet is shown as it is. */
export function Outcome({ outcome }: Pick<FoundDeal, 'outcome'>) {
  return hasState('deal', outcome) ? <State is={outcome} noun="deal" /> : <Badge>{outcome}</Badge>;
}
