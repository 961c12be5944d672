import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { requestsOf } from '../../../shared/web/figures.ts';
import { dateText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Changes } from '../../ui/chart/change.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { shownOf, useAlone } from '../../ui/chart/legend.tsx';
import { everyNth } from '../../ui/chart/scale.ts';
import { dayText } from '../../ui/chart/time-ticks.ts';
import { endingSeries } from './ending-series.ts';
import { compared, daysEarlier, endingsOf, totalsOf } from './usage-days.ts';
import { usageTexts } from './usage-texts.ts';

type Props = {
  days: readonly string[];
  usage: Usage;
  /** The usage of the same number of days before. Undefined until it is loaded. */
  before: Usage | undefined;
  onSpan: (first: number, last: number) => void;
};

export function UsageChart({ days, usage, before, onSpan }: Props) {
  const t = useTexts(usageTexts);
  const zone = { language: useLanguage(), timeZone: 'UTC' };
  const alone = useAlone();
  const total = usage.days.reduce((sum, day) => sum + requestsOf(day), 0);
  const series = endingSeries(endingsOf(days, usage), zone.language);
  const hasBefore = before !== undefined && before.days.length > 0;
  return (
    <ChartFrame
      alone={alone}
      change={hasBefore ? <Comparison before={before} days={days} usage={usage} /> : null}
      hint={t.drag}
      legend={[...series, ...(hasBefore ? [{ name: t.before, tone: 'before' as const }] : [])]}
      title={t.perDay}
      value={numberText(total, zone.language)}
    >
      <BarChart
        bars={days.map((day) => dateText(day, zone))}
        before={
          hasBefore && alone.alone === undefined
            ? { name: t.before, values: totalsOf(daysEarlier(days), before) }
            : undefined
        }
        height={184}
        label={t.perDay}
        onSpan={onSpan}
        series={shownOf(series, alone)}
        ticks={everyNth(days.map((day) => dayText(day, zone)))}
      />
    </ChartFrame>
  );
}

type ComparisonProps = { days: readonly string[]; usage: Usage; before: Usage };

/** Compares two spans. Today is left out, because it is not over. */
function Comparison({ days, usage, before }: ComparisonProps) {
  const t = useTexts(usageTexts);
  const full = days.slice(0, -1);
  const [now, then] = [compared(full, usage), compared(daysEarlier(days).slice(0, -1), before)];
  return (
    <Changes
      numbers={[
        { name: t.total, kind: 'count', now: now.total, before: then.total },
        { name: t.share, kind: 'share', now: now.share, before: then.share },
      ]}
      than={t.daysBefore(full.length)}
    />
  );
}
