import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { ROW_HEIGHT, useVisibleRows } from './visible-rows.ts';

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
  /** What the table shows. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Opens a row: a click, or Enter in its first cell. */
  onOpen?: (row: R) => void;
};

const from = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' };

function cellClass<R>({ from: width, align, width: own }: Column<R>): string {
  return classes('px-3 first:pl-4 last:pr-4', width && from[width], align && 'text-right', own);
}

/** Rows of one height. Arrows, j and k go from row to row, Enter opens one, Escape leaves. */
export function Table<R>({ label, columns, rows, keyOf, onOpen }: Props<R>) {
  const { ref, first, last } = useVisibleRows(rows.length);
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed text-sm">
        <caption className="hidden-text">{label}</caption>
        <thead>
          <tr className="border-b border-line bg-side text-left text-xs text-soft">
            {columns.map((column) => (
              <th
                className={classes('h-9 font-medium', cellClass(column))}
                key={column.id}
                scope="col"
              >
                <span className={column.hidesTitle ? 'hidden-text' : undefined}>
                  {column.title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={goToRow} ref={ref}>
          <Gap rows={first} />
          {rows.slice(first, last).map((row, at) => (
            <tr
              aria-rowindex={first + at + 2}
              className="h-11 border-b border-line last:border-0 focus-within:bg-hover hover:bg-hover"
              key={keyOf(row)}
            >
              {columns.map((column, place) => (
                <td className={cellClass(column)} key={column.id}>
                  {place === 0 && onOpen ? (
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
          ))}
          <Gap rows={rows.length - last} />
        </tbody>
      </table>
    </div>
  );
}

/** In place of rows that are far outside of the window. */
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr style={{ height: rows * ROW_HEIGHT }}>
      <td />
    </tr>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function goToRow(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
  if (event.key === 'Escape') event.target.blur();
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  all[all.indexOf(event.target) + step]?.focus();
}
