import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { requestsOf } from '../../../shared/figures.ts';
import { stateWord } from '../../../shared/states.ts';
import { numberText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { requestLogTexts } from './texts.ts';

type Row = Usage['keys'][number];

export function UsageTable({ rows }: { rows: readonly Row[] }) {
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
      cell: ({ key }) => key?.name ?? <span className="text-soft">{t.noKey}</span>,
    },
    {
      id: 'prefix',
      title: t.key,
      dropped: 'second',
      width: 176,
      cell: ({ key }) => <span className="font-mono text-xs text-soft">{key?.prefix}…</span>,
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
      cell: (row) => count(row.client_errors + row.refused),
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
    <Table columns={columns} keyOf={({ key }) => key?.id ?? ''} label={t.perKey} rows={rows} />
  );
}
