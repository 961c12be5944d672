import { FailureScreen } from '../../screens/failure-screen.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { ListSkeleton } from '../../ui/not-loaded.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { Block } from './block.tsx';
import { broken } from './failures.ts';

type Row = { id: string; name: string; count: number };

const rows: Row[] = Array.from({ length: 500 }, (_, index) => ({
  id: String(index),
  name: `Row ${index + 1}`,
  count: (index * 37) % 100,
}));
const columns: Column<Row>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: ({ name, id }, hides) => (
      <TwoLines more={hides('id') && `From sm: ${id}`}>{name}</TwoLines>
    ),
  },
  { id: 'id', title: 'From sm', dropped: 'last', cell: ({ id }) => id },
  { id: 'count', title: 'Count', align: 'right', width: 96, cell: ({ count }) => count },
];

export function DataBlocks() {
  const [{ opened }] = useFilters(['opened']);
  return (
    <>
      <Block title="Empty, loading, failed, a line to paste">
        <div className="grid w-full gap-4">
          <Empty icon="key" line="curl https://api.example.com/me" title="Nothing here yet">
            What will be here, and how to begin.
          </Empty>
          <ListSkeleton rows={2} />
          <FailureScreen error={null} retry={() => undefined} />
          <FailureScreen error={broken} retry={() => undefined} />
          <FailureNotice error={broken} />
          <CopyLine text="npm start" />
        </div>
      </Block>
      <Block title={`Table: 500 rows, arrows, j, k, Enter, Escape. Opened: ${opened || 'none'}`}>
        <div className="w-full min-w-0">
          <Table
            columns={columns}
            keyOf={({ id }) => id}
            label="Rows"
            rows={rows}
            to={({ id }) => ({ opened: id })}
          />
        </div>
      </Block>
    </>
  );
}
