type Value = string | number | null | undefined;

/** What each column that can order a list compares. */
export type SortValues<R> = Record<string, (row: R) => Value>;

/** The rows in the order of the address: a column, after a minus downwards. What has no value comes last. */
export function sortedRows<R>(
  rows: readonly R[],
  order: string | undefined,
  values: SortValues<R>,
): readonly R[] {
  const column = order?.replace(/^-/, '') ?? '';
  const read = Object.hasOwn(values, column) ? values[column] : undefined;
  if (!read) return rows;
  const sign = order?.startsWith('-') ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a = null, b = null] = [read(one), read(other)];
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return sign * (a < b ? -1 : 1);
  });
}
