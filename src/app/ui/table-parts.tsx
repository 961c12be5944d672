import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { DENSE_HEIGHT, ROW_HEIGHT, useVisibleRows } from './visible-rows.ts';

/** In pixels. The CSS class of the heading has the same height. */
const HEADING_HEIGHT = 28;

/** Rows that follow each other under one heading, or under none. `last` is the row after them. */
type Part = {
  heading: string | null;
  first: number;
  last: number;
  /** The headings of the table down to this part. */
  headings: number;
};

type HeadingOf<R> = ((row: R) => string | null) | undefined;

/** The rows in or near the window, by their headings, and the room of those that are not drawn. */
export function useParts<R>(rows: readonly R[], headingOf: HeadingOf<R>, isDense: boolean) {
  const height = isDense ? DENSE_HEIGHT : ROW_HEIGHT;
  const { ref, first, last } = useVisibleRows(rows.length, height);
  const parts = useMemo(() => partsOf(rows, headingOf), [rows, headingOf]);
  /** The headings of the parts that begin above this row. */
  const headingsTo = (row: number) => parts.findLast((part) => part.first < row)?.headings ?? 0;
  const all = headingsTo(rows.length);
  return {
    ref,
    parts,
    first,
    last,
    count: rows.length + all,
    above: first * height + headingsTo(first) * HEADING_HEIGHT,
    below: (rows.length - last) * height + (all - headingsTo(last)) * HEADING_HEIGHT,
  };
}

/** Rows with the same heading follow each other. */
function partsOf<R>(rows: readonly R[], headingOf: HeadingOf<R>): readonly Part[] {
  if (!headingOf) return [{ heading: null, first: 0, last: rows.length, headings: 0 }];
  const parts: Part[] = [];
  for (const [index, row] of rows.entries()) {
    const heading = headingOf(row);
    const before = parts.at(-1);
    if (before?.heading === heading) before.last = index + 1;
    else {
      const headings = (before?.headings ?? 0) + (heading === null ? 0 : 1);
      parts.push({ heading, first: index, last: index + 1, headings });
    }
  }
  return parts;
}

type Props<R> = {
  part: Part;
  /** All rows of the table, and which of them are drawn. */
  rows: readonly R[];
  first: number;
  last: number;
  columns: number;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Draws a row, which has this place in the table. */
  children: (row: R, place: number) => ReactNode;
};

/** The place of the first row of a table, and of its first heading: the row of titles is the first. */
const FIRST = 2;

export function TablePart<R>(props: Props<R>) {
  const { part, rows, first, last, columns, onKeyDown, children } = props;
  const { heading, headings } = part;
  const from = Math.max(first, part.first);
  const shown = rows.slice(from, Math.min(last, part.last));
  if (shown.length === 0) return null;
  return (
    <tbody onKeyDown={onKeyDown}>
      {heading !== null && from === part.first ? (
        <tr
          aria-rowindex={from + headings - 1 + FIRST}
          className="h-7 border-y border-line bg-side"
        >
          <th
            className="px-4 text-left text-xs font-medium text-soft"
            colSpan={columns}
            scope="rowgroup"
          >
            {heading}
          </th>
        </tr>
      ) : null}
      {shown.map((row, index) => children(row, from + index + headings + FIRST))}
    </tbody>
  );
}
