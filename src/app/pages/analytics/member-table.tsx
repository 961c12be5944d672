import type { MemberAnalytics } from '../../../features/analytics/app-analytics.schema.ts';
import { GAP_BELOW } from '../../../shared/web/figures.ts';
import { Time } from '../../session/time.tsx';
import { type Assign, useAssign } from '../../team/assign/use-assign.tsx';
import { differenceText, numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { analyticsTexts } from './texts.ts';
import { useCounted } from './use-counted.ts';

type Row = MemberAnalytics['data'][number];

/** Leads to the form of an exercise for the largest gap of the member. */
function assignColumn(t: (typeof analyticsTexts)['de'], assign: Assign): Column<Row> {
  return {
    id: 'assign',
    title: t.assign,
    hidesTitle: true,
    align: 'right',
    dropped: 'first',
    width: 136,
    cell: ({ member_id, name, email, largest_gap }) => (
      <Button
        aria-label={`${t.assignShort}: ${name ?? email}`}
        onClick={() => assign(member_id, largest_gap?.dimension)}
        size="sm"
      >
        {t.assignShort}
      </Button>
    ),
  };
}

type Props = { rows: readonly Row[]; sorting: Sorting };

export function MemberTable({ rows, sorting }: Props) {
  const t = useTexts(analyticsTexts);
  const assign = useAssign();
  const columns = useColumns();
  return (
    <Table
      columns={assign ? [...columns, assignColumn(t, assign)] : columns}
      keyOf={({ member_id }) => member_id}
      label={t.table}
      rows={rows}
      sorting={sorting}
      to={({ member_id }) => `/members/${member_id}`}
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  const { periods } = useCounted();
  const gapText = ({ largest_gap: gap }: Row, numberComesFirst = false) => {
    if (!gap) return null;
    const words = [t.names[gap.dimension], differenceText(gap.value - GAP_BELOW, language)];
    return (numberComesFirst ? words.reverse() : words).join(' ');
  };
  return [
    {
      id: 'name',
      title: t.name,
      sorts: 'up',
      cell: (row, hides) => (
        // On a telephone, the line may be cut off, and the number says more than the end of the name.
        <TwoLines more={hides('largest_gap') && gapText(row, true)}>
          <span className="font-medium">{row.name ?? row.email}</span>
        </TwoLines>
      ),
    },
    {
      id: 'avg_score',
      title: t.average,
      sorts: 'up',
      align: 'right',
      width: 112,
      cell: ({ avg_score }) => (
        <span className="tabular">{avg_score === null ? '–' : scoreText(avg_score, language)}</span>
      ),
    },
    {
      id: 'largest_gap',
      title: t.gapUnder,
      sorts: 'down',
      hint: t.gapHint,
      dropped: 'last',
      width: 208,
      cell: (row) => <span className="tabular">{gapText(row) ?? '–'}</span>,
    },
    {
      id: 'trend_delta',
      title: periods ? t.change : t.delta,
      sorts: 'up',
      dropped: 'last',
      align: 'right',
      width: 128,
      cell: ({ trend_delta: delta }) =>
        delta === null ? (
          '–'
        ) : (
          <span className="tabular text-soft">{differenceText(delta, language)}</span>
        ),
    },
    {
      id: 'sessions',
      title: t.sessions,
      sorts: 'up',
      align: 'right',
      width: 112,
      narrow: 100,
      cell: ({ sessions, sessions_before: before }) => (
        <TwoLines more={before === null ? null : t.earlier(numberText(before, language))}>
          <span className="tabular">{numberText(sessions, language)}</span>
        </TwoLines>
      ),
    },
    {
      id: 'last_session_at',
      title: t.last,
      sorts: 'up',
      dropped: 'second',
      width: 160,
      cell: ({ last_session_at: at }) => (at ? <Time at={at} /> : '–'),
    },
  ];
}
