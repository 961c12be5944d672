import { type MouseEvent, memo, type ReactNode } from 'react';
import { classes } from './classes.ts';

export type Column<R> = {
  id: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** The column is hidden on screens narrower than this. */
  from?: 'sm' | 'md' | 'lg';
  align?: 'right';
  /** The width as a class. */
  width?: string;
  /** Only screen readers get the title of the column. */
  hidesTitle?: true;
  /** What the title means, for the pointer. */
  hint?: string;
  /** The column can order the rows; the first click begins with the smallest (`up`) or the largest. */
  sorts?: 'up' | 'down';
};

type Props<R> = {
  row: R;
  /** The number of the row in the table, in which the titles are the first. */
  place: number;
  columns: readonly Column<R>[];
  /** What the row is known by. */
  name: string;
  onOpen: ((row: R) => void) | undefined;
  isDense: boolean;
};

const from = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' };

export function cellClass<R>({ from: width, align, width: own }: Column<R>): string {
  return classes('px-3 first:pl-4 last:pr-4', width && from[width], align && 'text-right', own);
}

function RowOnce<R>({ row, place, columns, name, onOpen, isDense }: Props<R>) {
  return (
    <tr
      aria-rowindex={place}
      className={classes(
        isDense ? 'h-8' : 'h-11',
        'border-b border-line last:border-0 focus-within:bg-hover hover:bg-hover',
        onOpen && 'cursor-pointer',
      )}
      onClick={onOpen && ((event) => isBesideControls(event) && onOpen(row))}
    >
      {columns.map((column, at) => (
        <td className={cellClass(column)} key={column.id}>
          {at === 0 && onOpen ? (
            <button
              className="block w-full truncate rounded-sm text-left"
              data-row={name}
              onClick={() => onOpen(row)}
              type="button"
            >
              {column.cell(row)}
            </button>
          ) : (
            <div className="truncate">{column.cell(row)}</div>
          )}
        </td>
      ))}
    </tr>
  );
}

/**
 * True for a click on a control in a cell, or in something that the cell has opened above the
 * table: the row ignores such clicks.
 */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  // The click that ends a selection of text is ignored too.
  if (window.getSelection()?.isCollapsed === false) return false;
  return target.closest('a, button, input, select, label') === null;
}

/** Rows that stay are not rendered again while the person scrolls. */
export const TableRow = memo(RowOnce) as typeof RowOnce;
