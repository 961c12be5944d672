import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { uiTexts } from '../texts.ts';
import type { Tip } from './tip.tsx';
import type { Series } from './two-sided-scale.ts';
import type { Span } from './use-span.ts';

export type Bars = {
  /** The full name of each bar. */
  bars: readonly string[];
  /** From the bottom to the top. */
  series: readonly Series[];
  /** The sums of the previous span, bar by bar. */
  before?: { name: string; values: readonly number[] } | undefined;
};

/** The texts of a bar, or of the sums of a span of bars. */
export function useTips({ bars, series, before }: Bars): (span: Span) => Tip {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  return ([first, last]) => {
    const [from = '', to = ''] = [bars[first], bars[last]];
    const count = (values: readonly number[]) => sumOf(values.slice(first, last + 1));
    const rows = [...series]
      // The order in which the bars are stacked.
      .reverse()
      .map(({ name, tone, values }) => ({ name, tone, value: count(values) }));
    const all = {
      name: t.chartTotal,
      tone: 'none' as const,
      value: sumOf(rows.map(({ value }) => value)),
    };
    const earlier = before && {
      name: before.name,
      tone: 'before' as const,
      value: count(before.values),
    };
    return {
      title: first === last ? from : `${from} – ${to}`,
      rows: [...rows, ...(rows.length > 1 ? [all] : []), ...(earlier ? [earlier] : [])].map(
        (row) => ({ ...row, value: numberText(row.value, language) }),
      ),
    };
  };
}

export function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
