import type { MemberAnalytics } from '../../../features/analytics/app-analytics.schema.ts';
import { GAP_BELOW } from '../../../shared/figures.ts';
import { Time } from '../../session/time.tsx';
import { type Assign, useAssign } from '../../team/assign/use-assign.tsx';
import { MemberLink } from '../../team/person.tsx';
import { differenceText, numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { analyticsTexts } from './texts.ts';

type Row = MemberAnalytics['data'][number];

/** Leads to the form of an exercise for the largest gap of the member. */
function assignColumn(t: (typeof analyticsTexts)['de'], assign: Assign): Column<Row> {
  return {
    id: 'assign',
    title: t.assign,
    hidesTitle: true,
    align: 'right',
    dropped: 'first',
    width: 112,
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

export function MemberTable({ rows }: { rows: readonly Row[] }) {
  const t = useTexts(analyticsTexts);
  const assign = useAssign();
  const columns = useColumns();
  return (
    <Table
      columns={assign ? [...columns, assignColumn(t, assign)] : columns}
      keyOf={({ member_id }) => member_id}
      label={t.table}
      rows={rows}
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  const gapText = ({ largest_gap: gap }: Row) =>
    gap && `${t.names[gap.dimension]} ${differenceText(gap.value - GAP_BELOW, language)}`;
  return [
    {
      id: 'name',
      title: t.name,
      cell: (row, hides) => (
        <TwoLines more={hides('gap') && gapText(row)}>
          <span className="font-medium">
            <MemberLink id={row.member_id}>{row.name ?? row.email}</MemberLink>
          </span>
        </TwoLines>
      ),
    },
    {
      id: 'score',
      title: t.average,
      align: 'right',
      width: 112,
      cell: ({ avg_score }) => (
        <span className="tabular">{avg_score === null ? '–' : scoreText(avg_score, language)}</span>
      ),
    },
    {
      id: 'gap',
      title: t.gapUnder,
      hint: t.gapHint,
      dropped: 'last',
      width: 208,
      cell: (row) => <span className="tabular">{gapText(row) ?? '–'}</span>,
    },
    {
      id: 'delta',
      title: t.delta,
      dropped: 'last',
      align: 'right',
      width: 112,
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
      dropped: 'last',
      align: 'right',
      width: 112,
      cell: ({ sessions }) => <span className="tabular">{numberText(sessions, language)}</span>,
    },
    {
      id: 'last',
      title: t.last,
      dropped: 'second',
      width: 160,
      cell: ({ last_session_at: at }) => (at ? <Time at={at} /> : '–'),
    },
  ];
}
