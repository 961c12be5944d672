import { use } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { type Column, cellClass, RowBox } from './table-row.tsx';

/**
 * The order of a table: the id of a column, after a minus for the reverse order. `onSort` gets the order that a click on
 * a title asks for.
 */
export type Sorting = { order: string | undefined; onSort: (order: string) => void };

type Props<R> = { columns: readonly Column<R>[]; sorting: Sorting | undefined };

export function TableHead<R>({ columns, sorting }: Props<R>) {
  const Box = use(RowBox);
  return (
    // Its lines are drawn over it, because those of a table's own borders would scroll away.
    <thead className="relative z-1 before:pointer-events-none before:absolute before:inset-x-0 before:-top-px before:bottom-0 before:border-y before:border-line roomy:sticky roomy:top-[calc(var(--top)+var(--bar,0px)+1px)]">
      <tr className="bg-side text-left text-xs text-soft">
        {columns.map((column, index) => (
          <th
            aria-sort={sorting && column.sorts ? directionOf(column.id, sorting) : undefined}
            className={classes('h-9 font-medium', cellClass(column))}
            key={column.id}
            scope="col"
          >
            {index === 0 && Box ? <Box /> : null}
            <Title column={column} sorting={sorting} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Title<R>({ column, sorting }: { column: Column<R>; sorting: Sorting | undefined }) {
  const { id, title, hint, hidesTitle, sorts } = column;
  if (!sorting || !sorts) {
    return (
      <span className={hidesTitle ? 'hidden-text' : undefined} title={hint}>
        {title}
      </span>
    );
  }
  const first = sorts === 'up' ? id : `-${id}`;
  const other = sorts === 'up' ? `-${id}` : id;
  const { order, onSort } = sorting;
  const isSorted = order === first || order === other;
  return (
    <button
      className={classes(
        'inline-flex max-w-full items-center gap-1 rounded-sm hover:text-ink',
        isSorted && 'text-ink',
      )}
      onClick={() => onSort(order === first ? other : first)}
      title={hint}
      type="button"
    >
      <span className="truncate">{title}</span>
      <Icon
        className={isSorted ? '' : 'opacity-60'}
        name={isSorted ? (order === id ? 'up' : 'arrowDown') : 'sort'}
        size={14}
      />
    </button>
  );
}

function directionOf(id: string, { order }: Sorting): 'ascending' | 'descending' | 'none' {
  if (order === id) return 'ascending';
  return order === `-${id}` ? 'descending' : 'none';
}
