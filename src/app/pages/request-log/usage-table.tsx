import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { requestsOf } from '../../../shared/figures.ts';
import { stateWord } from '../../../shared/states.ts';
import { numberText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column, Hides } from '../../ui/table-row.tsx';
import { KeyCell } from './key-cell.tsx';
import { requestLogTexts } from './texts.ts';

type Row = Usage['keys'][number];

type Props = { rows: readonly Row[]; onOpen: (row: Row) => void };

/** Requests by key. A click on a key shows its requests. */
export function UsageTable({ rows, onOpen }: Props) {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  const count = (value: number) => (
    <span className={value === 0 ? 'tabular text-soft' : 'tabular'}>
      {numberText(value, language)}
    </span>
  );
  const columns: Column<Row>[] = [
    {
      id: 'key',
      title: t.keyName,
      cell: (row, hides) => <KeyCell more={moreOf(row, hides)} named={row.key} />,
    },
    {
      id: 'state',
      title: t.status,
      dropped: 'second',
      width: 144,
      cell: ({ key }) => stateOf(key),
    },
    {
      id: 'total',
      title: t.total,
      align: 'right',
      width: 112,
      narrow: 96,
      cell: (row) => count(requestsOf(row)),
    },
    {
      id: 'share',
      title: t.share,
      dropped: 'last',
      align: 'right',
      width: 112,
      cell: (row) => (
        <span className="tabular">
          {percentText(row.ok / Math.max(1, requestsOf(row)), language)}
        </span>
      ),
    },
    {
      id: 'rejected',
      title: stateWord('request', 'rejected', language),
      dropped: 'last',
      align: 'right',
      width: 112,
      cell: (row) => count(refusedOf(row).rejected),
    },
    {
      id: 'limited',
      title: stateWord('request', 'limited', language),
      dropped: 'first',
      align: 'right',
      width: 128,
      cell: (row) => count(row.limited),
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ key }) => key?.id ?? ''}
      label={t.perKey}
      onOpen={onOpen}
      rows={rows}
    />
  );
}

const stateOf = (key: Row['key']) => key && <State is={key.state} noun="key" />;

const refusedOf = (row: Row) => ({
  rejected: row.client_errors + row.refused,
  limited: row.limited,
});
const states = ['rejected', 'limited'] as const;
const hiddenStates = (row: Row, hides: Hides) =>
  states.filter((state) => hides(state) && refusedOf(row)[state] > 0);

const moreOf = (row: Row, hides: Hides) =>
  (hides('state') || hiddenStates(row, hides).length > 0) && <Hidden hides={hides} row={row} />;

/** The columns that do not fit, but say whether something is wrong with the key. */
function Hidden({ row, hides }: { row: Row; hides: Hides }) {
  const language = useLanguage();
  return (
    <span className="flex flex-wrap gap-x-2">
      {hides('state') ? stateOf(row.key) : null}
      {hiddenStates(row, hides).map((state) => (
        <span key={state}>
          {stateWord('request', state, language)}: {numberText(refusedOf(row)[state], language)}
        </span>
      ))}
    </span>
  );
}
