import {
  type ComponentType,
  createContext,
  type MouseEvent,
  memo,
  type ReactNode,
  use,
  useId,
} from 'react';
import { classes } from './classes.ts';
import type { Fitted } from './fitting-columns.ts';
import { RowMenu, type Verb } from './row-menu.tsx';

/** Says whether the column with this id has no room, so that another cell can show its content. */
export type Hides = (column: string) => boolean;

export type Column<R> = Fitted & {
  title: string;
  cell: (row: R, hides: Hides) => ReactNode;
  align?: 'right';
  /** Only screen readers get the title of the column. */
  hidesTitle?: true;
  /** Explains the title when the pointer is on it. */
  hint?: string;
  /** The column can order the rows. The first click puts the smallest (`up`) or the largest (`down`) first. */
  sorts?: 'up' | 'down';
};

/** The box in the leading edge of each row, if rows can be selected. `of` is the key of the row; the head has none. */
export const RowBox = createContext<ComponentType<{ of?: string }> | null>(null);

type Props<R> = {
  row: R;
  /** The number of the row in the table. The row of titles is the first. */
  place: number;
  columns: readonly Column<R>[];
  hides: Hides;
  /** The name of the row, for people. */
  name: string;
  /** The address to which the row leads, if it leads somewhere. */
  href: string | undefined;
  onOpen: (row: R) => void;
  verbs: ((row: R) => readonly Verb[]) | undefined;
  isDense: boolean;
  /** The row is shown beside or over the list. */
  isOpen: boolean;
};

export const cellClass = ({ align }: { align?: 'right' }): string =>
  classes('px-3 first:pl-4 last:pr-[calc(1rem+var(--menu,0px))]', align && 'text-right');

function RowOnce<R>(props: Props<R>) {
  const { row, place, columns, hides, name, href, onOpen, verbs, isDense, isOpen } = props;
  const Box = use(RowBox);
  const id = useId();
  return (
    <tr
      aria-rowindex={place}
      className={classes(
        isDense ? 'h-8' : 'h-11',
        'group/row border-b border-line last:border-0 focus-within:bg-hover hover:bg-hover has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent-text',
        href && 'cursor-pointer',
        isOpen && 'bg-accent-wash shadow-[inset_3px_0_0_var(--accent)]',
      )}
      onAuxClick={href ? clickLink : undefined}
      onClick={href ? clickLink : undefined}
    >
      {columns.map((column, index) => (
        <td className={classes(cellClass(column), 'last:relative')} key={column.id}>
          {index === 0 && Box ? <Box of={name} /> : null}
          {index === 0 && href ? (
            <a
              aria-current={isOpen || undefined}
              className="block truncate outline-none"
              data-row={name}
              href={href}
              id={id}
              onClick={(event) => {
                if (isForNewTab(event)) return;
                event.preventDefault();
                onOpen(row);
              }}
            >
              {column.cell(row, hides)}
            </a>
          ) : (
            <div className="truncate">{column.cell(row, hides)}</div>
          )}
          {index === columns.length - 1 && verbs ? (
            <RowMenu rowId={id} rowKey={name} verbs={verbs(row)} />
          ) : null}
        </td>
      ))}
    </tr>
  );
}

/** The browser itself opens a link in another tab or window. */
const isForNewTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey;

/** A click beside the link of a row does what it does on the link. The middle button opens a new tab. */
function clickLink(event: MouseEvent<HTMLElement>): void {
  const { button, currentTarget } = event;
  if (button > 1 || !isBesideControls(event)) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>('[data-row]');
  // A browser does not always open a tab for a click with Ctrl that a page makes.
  if (button === 1 || isForNewTab(event)) window.open(link?.href, '_blank', 'noopener');
  else link?.click();
}

/** Whether the click hit a control in a cell, or a dialog that the cell has opened. The row ignores such clicks. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  // The row ignores the end of a text selection too.
  if (window.getSelection()?.isCollapsed === false) return false;
  return target.closest('a, button, input, select, label') === null;
}

/** Memoized, so that scrolling does not render rows again. */
export const TableRow = memo(RowOnce) as typeof RowOnce;
