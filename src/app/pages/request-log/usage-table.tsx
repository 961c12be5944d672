import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { figureWords, requestsOf } from '../../../shared/web/figures.ts';
import { stateWord } from '../../../shared/web/states.ts';
import { numberText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { type SortValues, sortedRows } from '../../ui/sorted-rows.ts';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column, Hides } from '../../ui/table-row.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { KeyCell } from './key-cell.tsx';
import { requestLogTexts } from './texts.ts';
import { usageTexts } from './usage-texts.ts';

type Row = Usage['keys'][number];

type Props = { rows: readonly Row[]; to: (row: Row) => RowTarget; sorting: Sorting };

const failedOf = (row: Row) => requestsOf(row) - row.ok;
const rateOf = (row: Row) => failedOf(row) / Math.max(1, requestsOf(row));

const values: SortValues<Row> = {
  key: ({ key }) => key?.name.toLowerCase(),
  total: requestsOf,
  failed: failedOf,
  rate: rateOf,
  p95: ({ p95_ms }) => p95_ms,
  limited: ({ limited }) => limited,
};

/** Requests by program. A click on a program shows its requests. */
export function UsageTable({ rows, to, sorting }: Props) {
  const t = useTexts(usageTexts);
  return (
    <Table
      columns={useColumns()}
      keyOf={({ key }) => key?.id ?? ''}
      label={t.perKey}
      to={to}
      rows={sortedRows(rows, sorting.order, values)}
      sorting={sorting}
    />
  );
}

const number = { align: 'right', sorts: 'down' } as const;

function useColumns(): Column<Row>[] {
  const t = useTexts(usageTexts);
  const { keyName, status } = useTexts(requestLogTexts);
  const language = useLanguage();
  return [
    {
      id: 'key',
      title: keyName,
      sorts: 'up',
      cell: (row, hides) => (
        <div className={hides('failed') ? 'py-1.5' : undefined}>
          <KeyCell more={moreOf(row, hides)} named={row.key} />
        </div>
      ),
    },
    {
      id: 'state',
      title: status,
      dropped: 'second',
      width: 144,
      cell: ({ key }) => stateOf(key),
    },
    {
      id: 'total',
      title: t.total,
      ...number,
      width: 112,
      narrow: 116,
      cell: (row) => <Count value={requestsOf(row)} />,
    },
    {
      id: 'failed',
      title: t.failed,
      hint: t.failedMore,
      dropped: 'last',
      ...number,
      width: 128,
      cell: (row) => <Count value={failedOf(row)} />,
    },
    {
      id: 'rate',
      title: t.failureRate,
      dropped: 'last',
      ...number,
      width: 128,
      cell: (row) => <span className="tabular">{percentText(rateOf(row), language)}</span>,
    },
    {
      id: 'p95',
      title: figureWords[language].p95,
      hint: t.p95Meant,
      dropped: 'first',
      ...number,
      width: 104,
      cell: ({ p95_ms }) => <Duration ms={p95_ms} />,
    },
    {
      id: 'limited',
      title: stateWord('request', 'limited', language),
      dropped: 'first',
      ...number,
      width: 136,
      cell: (row) => <Count value={row.limited} />,
    },
  ];
}

function Count({ value }: { value: number }) {
  const language = useLanguage();
  return (
    <span className={value === 0 ? 'tabular text-soft' : 'tabular'}>
      {numberText(value, language)}
    </span>
  );
}

function Duration({ ms }: { ms: number | null }) {
  const language = useLanguage();
  if (ms === null) return <span className="text-soft">–</span>;
  return <span className="tabular">{numberText(ms, language)}&nbsp;ms</span>;
}

const stateOf = (key: Row['key']) => key && <State is={key.state} noun="key" />;

/** What says whether something is wrong with the program, if its columns do not fit; else how its keys begin. */
function moreOf(row: Row, hides: Hides) {
  // The column of limits is the first to go: its number is told while the other columns still stand.
  if (hides('state') || (hides('limited') && row.limited > 0))
    return <Hidden hides={hides} row={row} />;
  const keys = row.key ? [row.key, ...row.replaced] : [];
  return <span className="font-mono">{keys.map(({ prefix }) => `${prefix}…`).join(', ')}</span>;
}

function Hidden({ row, hides }: { row: Row; hides: Hides }) {
  const t = useTexts(usageTexts);
  const language = useLanguage();
  const number = (value: number) => numberText(value, language);
  return (
    <span className="flex flex-wrap gap-x-2">
      {hides('state') ? stateOf(row.key) : null}
      {hides('failed') && failedOf(row) > 0 ? (
        <span>
          {t.failed}: {number(failedOf(row))} ({percentText(rateOf(row), language)})
        </span>
      ) : null}
      {hides('limited') && row.limited > 0 ? (
        <span>
          {stateWord('request', 'limited', language)}: {number(row.limited)}
        </span>
      ) : null}
      {hides('p95') && row.p95_ms !== null ? (
        <span title={t.p95Meant}>
          {figureWords[language].p95}: <Duration ms={row.p95_ms} />
        </span>
      ) : null}
    </span>
  );
}
