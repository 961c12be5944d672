import { type MouseEvent, memo, type ReactNode } from 'react';
import { classes } from './classes.ts';

export type Column<R> = {
  id: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** Hidden on narrower screens. */
  from?: 'sm' | 'md' | 'lg';
  align?: 'right';
  /** The width as a class. */
  width?: string;
  /** Its title is for screen readers alone. */
  hidesTitle?: true;
};

type Props<R> = {
  row: R;
  /** Its place in the table, which begins with the titles. */
  place: number;
  columns: readonly Column<R>[];
  onOpen: ((row: R) => void) | undefined;
};

const from = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' };

export function cellClass<R>({ from: width, align, width: own }: Column<R>): string {
  return classes('px-3 first:pl-4 last:pr-4', width && from[width], align && 'text-right', own);
}

function RowOnce<R>({ row, place, columns, onOpen }: Props<R>) {
  return (
    <tr
      aria-rowindex={place}
      className={classes(
        'h-11 border-b border-line last:border-0 focus-within:bg-hover hover:bg-hover',
        onOpen && 'cursor-pointer',
      )}
      onClick={onOpen && ((event) => isBesideControls(event) && onOpen(row))}
    >
      {columns.map((column, at) => (
        <td className={cellClass(column)} key={column.id}>
          {at === 0 && onOpen ? (
            <button
              className="block w-full truncate rounded-sm text-left"
              data-row=""
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

/** What a cell has of its own, and what it has opened above the table, keeps its clicks. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  // The end of a selection that is to be copied is a click, too.
  if (window.getSelection()?.isCollapsed === false) return false;
  return target.closest('a, button, input, select, label') === null;
}

/** While one scrolls, rows that stay are not made again. */
export const TableRow = memo(RowOnce) as typeof RowOnce;
