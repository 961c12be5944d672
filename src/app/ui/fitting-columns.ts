import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What the layout of a table needs to know of a column. */
export type Fitted = {
  id: string;
  /** In pixels. Columns without a width share the room that the others leave. */
  width?: number;
  /** The width in a narrow table, which has no room for the full one. */
  narrow?: number;
  /** What a column without a width keeps at least, if that is not `LEAST`. */
  least?: number;
  /** What a column without a width takes at most, if another one after it takes the rest. */
  most?: number;
  /** When the column goes if the table is too narrow. A column without this stays. */
  dropped?: 'first' | 'second' | 'last';
};

/**
 * A column without a width keeps at least this one, or its `least`, for as long as another column can go. The first column is one of them:
 * it has the name of the row.
 */
export const LEAST = 200;
/** A table that is narrower than this is on a phone, or beside something else. */
export const NARROW = 600;

/** The columns that fit into this width, in their order. Of several with the same `dropped`, the last one goes first. */
export function fittingColumns<C extends Fitted>(columns: readonly C[], width: number): C[] {
  const leaving = (['first', 'second', 'last'] as const).flatMap((when) =>
    columns.filter(({ dropped }) => dropped === when).reverse(),
  );
  let fitting = [...columns];
  for (const column of leaving) {
    if (neededWidth(fitting, width) <= width) break;
    fitting = fitting.filter((other) => other !== column);
  }
  return fitting;
}

const neededWidth = (columns: readonly Fitted[], width: number): number =>
  columns.reduce((sum, column) => sum + (widthIn(column, width) ?? column.least ?? LEAST), 0);

/** The widths of columns that fit. Undefined for those that share the room that is left. */
export function widthsOf(columns: readonly Fitted[], width: number): (number | undefined)[] {
  const own = columns.map((column) => widthIn(column, width));
  const rest = own.lastIndexOf(undefined);
  let spare = Math.max(0, width - neededWidth(columns, width));
  return columns.map(({ least = LEAST, most = 0 }, index) => {
    if (most === 0 || index === rest) return own[index];
    const taken = Math.min(most, least + spare);
    spare -= taken - least;
    return taken;
  });
}

/** The width of the column in a table of this width. Undefined if it takes the room that is left. */
const widthIn = (column: Fitted, table: number): number | undefined =>
  table < NARROW ? (column.narrow ?? column.width) : column.width;

/** Most tables have the width of the page, so a new table begins with that of the last one. */
let latest = Number.POSITIVE_INFINITY;

/** The present width of an element, known before the first paint. */
export function useWidth(): { ref: RefObject<HTMLDivElement | null>; width: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(latest);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      latest = element.clientWidth;
      setWidth(latest);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
