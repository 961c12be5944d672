import { useLocation } from '@tanstack/react-router';
import {
  type CSSProperties,
  type KeyboardEvent,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { fittingColumns, NARROW, useWidth, widthsOf } from './fitting-columns.ts';
import { hasLetterKeys } from './letter-keys.ts';
import { LoadingRows } from './loading-rows.tsx';
import { RowsLoad } from './not-loaded.tsx';
import { enterList } from './open-lists.ts';
import { ROW_MENU, type Verb } from './row-menu.tsx';
import { type Sorting, TableHead } from './table-head.tsx';
import { TablePart, useParts } from './table-parts.tsx';
import { type Column, TableRow } from './table-row.tsx';
import { type RowTarget, useRowTargets } from './use-filters.ts';

type Props<R> = {
  /** The name of the table. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  /** Where a row leads. Its first cell is a link to it. */
  to?: (row: R) => RowTarget;
  /** What the menu at the end of a row offers. */
  verbs?: ((row: R) => readonly Verb[]) | undefined;
  /** Given if columns can order the rows. */
  sorting?: Sorting | undefined;
  /** Rows are 32 pixels high. */
  isDense?: boolean;
  /** What stands above the row and those that follow it and say the same. It must not change with each render. */
  headingOf?: (row: R) => string | null;
};

/**
 * A table with rows of equal height. Columns that do not fit are left out. Each row that leads somewhere is one stop of the Tab key. Up, down, j and k go from row to row, left and right through what a row contains, Enter opens a row, and Escape leaves the table.
 */
export function Table<R>(props: Props<R>) {
  const { label, columns: all, rows, keyOf, to, verbs, sorting } = props;
  const { isDense = false, headingOf } = props;
  const { ref, parts, first, last, above, below, count } = useParts(rows, headingOf, isDense);
  const { frame, columns, hides, widths, room } = useLayout(all, verbs !== undefined);
  const { hrefOf, open } = useOpening(props);
  const { search } = useLocation();
  const inAddress = useMemo(() => new Set(Object.values(search)), [search]);
  const isLoading = use(RowsLoad);
  return (
    <div
      aria-busy={isLoading || undefined}
      className="@container overflow-clip rounded-xl border border-line bg-card shadow-sm"
      ref={frame}
    >
      <table
        aria-rowcount={isLoading ? -1 : count + 1}
        className="w-full table-fixed text-sm"
        ref={keepOneStop}
        style={{ '--menu': `${room}px` } as CSSProperties}
      >
        <caption className="hidden-text">{label}</caption>
        <colgroup>
          {columns.map(({ id }, index) => (
            <col key={id} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <TableHead columns={columns} sorting={sorting} />
        <tbody ref={ref}>
          {isLoading ? <LoadingRows columns={columns} isDense={isDense} /> : null}
          <Gap height={above} />
        </tbody>
        {parts.map((part) => (
          <TablePart
            {...{ part, rows, first, last }}
            columns={columns.length}
            key={part.heading}
            onKeyDown={goToRow}
          >
            {(row, place) => (
              <TableRow
                {...{ columns, hides, isDense, place, row }}
                isOpen={to !== undefined && inAddress.has(keyOf(row))}
                href={to && hrefOf(to(row))}
                key={keyOf(row)}
                name={keyOf(row)}
                onOpen={open}
                verbs={room > 0 ? verbs : undefined}
              />
            )}
          </TablePart>
        ))}
        <tbody>
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** The columns that fit, and the room that the menus have at their end. A narrow table has none: its rows open first. */
function useLayout<R>(all: readonly Column<R>[], hasMenus: boolean) {
  const { ref: frame, width } = useWidth();
  const room = hasMenus && width >= NARROW ? ROW_MENU : 0;
  const { columns, hides } = useMemo(() => {
    const fitting = fittingColumns(all, width - room);
    return { columns: fitting, hides: (id: string) => !fitting.some((column) => column.id === id) };
  }, [all, width, room]);
  const widths = widthsOf(columns, width - room).map((own, index) =>
    own && index === columns.length - 1 ? own + room : own,
  );
  return { frame, columns, hides, widths, room };
}

/** The table is a list whose rows can be opened, also from elsewhere. */
function useOpening<R>({ rows, keyOf, to }: Props<R>) {
  const { hrefOf, follow } = useRowTargets();
  const newest = useRef({ keyOf, to, follow });
  newest.current = { keyOf, to, follow };
  const open = useCallback((row: R) => {
    const { to, follow } = newest.current;
    if (to) follow(to(row));
  }, []);
  const opens = to !== undefined;
  useEffect(() => {
    if (!opens) return undefined;
    const keyed = () => rows.map((row) => [newest.current.keyOf(row), row] as const);
    return enterList({
      keys: () => keyed().map(([key]) => key),
      open: (wanted) => {
        const found = keyed().find(([key]) => key === wanted);
        if (found) open(found[1]);
      },
    });
  }, [opens, open, rows]);
  return { hrefOf, open };
}

/** Takes the room of rows that are far outside of the window. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr style={{ height }}>
      <td />
    </tr>
  );
}

/** What the Tab key passes by in a row that is a link itself. */
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button, input')];

/** A row is one stop of the Tab key, whatever its cells draw, and whenever they do. */
function keepOneStop(table: HTMLTableElement | null) {
  if (!table) return undefined;
  const keep = () => {
    for (const link of table.querySelectorAll('[data-row]'))
      for (const control of controlsOf(link.closest('tr') ?? link))
        if (control !== link && control.tabIndex !== -1) control.tabIndex = -1;
  };
  keep();
  const observer = new MutationObserver(keep);
  observer.observe(table, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const sides: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

function goToRow(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  const row = target instanceof HTMLElement && target.closest('tr:has([data-row])');
  if (!row) return;
  if (event.key === 'Escape' && !event.defaultPrevented) target.blur();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const aside = sides[event.key];
  if (aside) {
    const controls = controlsOf(row);
    controls[controls.indexOf(target) + aside]?.focus();
    event.preventDefault();
    return;
  }
  const step = steps[event.key];
  if (!step || (event.key.length === 1 && !hasLetterKeys())) return;
  event.preventDefault();
  const all = [...(row.closest('table')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const here = all.findIndex((link) => row.contains(link));
  const next = all[here + step];
  next?.focus();
  // Beside an open row, the next one opens.
  if (document.querySelector('[data-pane]')) next?.click();
}
