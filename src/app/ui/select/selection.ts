import { useMemo, useRef, useState } from 'react';

/** What a person has selected of the rows that a list shows. */
export type Selection<R> = Selecting & {
  /** The selected rows, in the order of the list. */
  rows: readonly R[];
  drop: (rows: readonly R[]) => void;
};

/** What the boxes need. It does not depend on what the rows are. */
export type Selecting = {
  /** The numbers of selected rows, and of all that are shown. */
  selected: number;
  shown: number;
  has: (key: string) => boolean;
  nameOf: (key: string) => string;
  /** Selects a row, or takes it out. `extend` selects all rows from the last one to this one. */
  toggle: (key: string, extend: boolean) => void;
  /** Selects all rows that are shown. If all are, none. */
  toggleAll: () => void;
  clear: () => void;
  /** A person without a mouse has asked for the boxes. A tap on a row selects it then. */
  isPicking: boolean;
  pick: () => void;
};

/** Rows of a list that can be selected. `shown` is undefined while the list loads. */
export function useSelection<R extends { id: string }>(
  shown: readonly R[] | undefined,
  nameOf: (row: R) => string,
): Selection<R> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [isPicking, setPicking] = useState(false);
  const last = useRef('');
  const byKey = useMemo(() => new Map(shown?.map((row) => [row.id, row])), [shown]);
  const all = [...byKey.keys()];
  const rows = [...byKey.values()].filter(({ id }) => keys.has(id));
  // What a filter has hidden stays out when it appears again.
  if (shown && rows.length < keys.size) setKeys(new Set(rows.map(({ id }) => id)));
  const clear = () => {
    last.current = '';
    setKeys(new Set());
    setPicking(false);
  };
  const toggle = (key: string, extend: boolean) => {
    const ends = [all.indexOf(last.current), all.indexOf(key)] as const;
    last.current = key;
    const next = new Set(keys);
    if (extend && ends[0] >= 0) {
      for (const one of all.slice(Math.min(...ends), Math.max(...ends) + 1)) next.add(one);
    } else if (!next.delete(key)) next.add(key);
    setKeys(next);
  };
  return {
    rows,
    selected: rows.length,
    shown: all.length,
    has: (key) => keys.has(key),
    nameOf: (key) => {
      const row = byKey.get(key);
      return row ? nameOf(row) : '';
    },
    toggle,
    toggleAll: () => (rows.length === all.length ? clear() : setKeys(new Set(all))),
    drop: (gone) => {
      last.current = '';
      const ids = new Set(gone.map(({ id }) => id));
      setKeys((before) => new Set([...before].filter((key) => !ids.has(key))));
    },
    clear,
    isPicking,
    pick: () => setPicking(true),
  };
}
