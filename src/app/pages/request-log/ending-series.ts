type Ending = 'ok' | 'rejected' | 'limited' | 'server';
type Of<T> = Record<Ending, T>;

/** How requests ended, as the bars of a chart: what went well is at the bottom. */
export function endingSeries(names: Of<string>, values: Of<number[]>) {
  return [
    { name: names.ok, tone: 'accent' as const, values: values.ok },
    { name: names.rejected, tone: 'warn' as const, values: values.rejected },
    { name: names.limited, tone: 'limit' as const, values: values.limited },
    { name: names.server, tone: 'bad' as const, values: values.server },
  ];
}
