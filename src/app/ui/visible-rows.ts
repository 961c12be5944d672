import { type RefObject, useEffect, useRef, useState } from 'react';

/** In pixels, for every row of a table. The CSS class of the row has the same height. */
export const ROW_HEIGHT = 44;
export const DENSE_HEIGHT = 32;
/** A table with fewer rows renders all of them. */
const FEW = 120;
/**
 * Rows beyond both edges of the window that are rendered too, so that scrolling and the keyboard find them. Headings
 * between the rows are not counted, so there are enough for thirty of them.
 */
const BESIDE = 45;

type Range = { first: number; last: number };

/** Says which rows of a long table are in or near the window. */
export function useVisibleRows(
  count: number,
  height = ROW_HEIGHT,
): Range & {
  ref: RefObject<HTMLTableSectionElement | null>;
} {
  const ref = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState<Range>({ first: 0, last: FEW });
  const isLong = count > FEW;
  useEffect(() => {
    if (!isLong) return undefined;
    const look = () => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / height) - BESIDE);
      const last = Math.ceil((innerHeight - top) / height) + BESIDE;
      setRange((before) =>
        Math.abs(before.first - first) < BESIDE / 3 && Math.abs(before.last - last) < BESIDE / 3
          ? before
          : { first, last },
      );
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [isLong, height]);
  if (!isLong) return { ref, first: 0, last: count };
  return { ref, first: Math.min(range.first, count), last: Math.min(range.last, count) };
}
