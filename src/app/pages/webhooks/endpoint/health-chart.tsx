import { useQuery } from '@tanstack/react-query';
import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { HOUR_MS } from '../../../../shared/durations.ts';
import { figureWords, successShare } from '../../../../shared/figures.ts';
import { trpc } from '../../../api/client.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText, numberText, percentText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Chart } from '../../../ui/chart.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFilters } from '../../../ui/use-filters.ts';
import { endpointPageTexts } from './texts.ts';

const FRESH_MS = 15_000;
const periods = ['24h', '7d'] as const;

/** Attempts by hour. If the person selects a period in the chart, its deliveries appear below. */
export function HealthChart({ endpointId }: { endpointId: string }) {
  const t = useTexts(endpointPageTexts);
  const [filters, setFilters] = useFilters(['period']);
  const period = filters.period === '7d' ? '7d' : '24h';
  const { data } = useQuery(
    trpc.webhooks.endpointHealth.queryOptions(
      { endpoint_id: endpointId, period },
      { refetchInterval: FRESH_MS, placeholderData: (before) => before },
    ),
  );
  const health = data?.data[0];
  return (
    <section className="flex flex-col gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{t.health}</h2>
        <Segments
          label={t.period}
          names={t.periods}
          onChange={(next) => setFilters({ period: next === '7d' ? next : '' })}
          value={period}
          values={periods}
        />
      </div>
      {health ? <Bars health={health} /> : <Skeleton className="h-40 w-full" />}
    </section>
  );
}

function Bars({ health }: { health: EndpointHealth['data'][number] }) {
  const t = useTexts(endpointPageTexts);
  const language = useLanguage();
  const words = figureWords[language];
  const timeZone = useTimeZone();
  const [, setFilters] = useFilters(['from', 'to', 'span']);
  const { hours, ok, failed } = health;
  const all = ok + failed;
  const timeOf = (at: string | undefined) => (at ? dateTimeText(at, { language, timeZone }) : '');
  const show = (first: number, last: number) => {
    const [from, end] = [hours[first]?.at, hours[last]?.at];
    if (!from || !end) return;
    const to = new Date(Date.parse(end) + HOUR_MS).toISOString();
    setFilters({ from, to, span: '' }, true);
  };
  const share = successShare(health);
  const p95 = health.p95_ms === null ? '–' : `${numberText(health.p95_ms, language)} ms`;
  const sums = [
    [t.ok, numberText(ok, language), ''],
    [t.failed, numberText(failed, language), failed > 0 ? 'text-bad' : ''],
    [words.successShare, share === null ? '–' : percentText(share, language), ''],
    [words.p95, p95, ''],
  ] as const;
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {sums.map(([name, value, tone]) => (
          <div className="grid" key={name}>
            <dt className="text-xs text-soft">{name}</dt>
            <dd className={`tabular text-lg font-medium ${tone}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-1 flex-col gap-1">
        <Chart
          bars={hours.map(({ at }) => timeOf(at))}
          isFilling
          label={t.health}
          onSpan={show}
          series={[
            { name: t.ok, tone: 'accent', values: hours.map((hour) => hour.ok) },
            { name: t.failed, tone: 'bad', values: hours.map((hour) => hour.failed) },
          ]}
        />
        <div aria-hidden="true" className="tabular flex justify-between pr-9 text-xs text-soft">
          <span>{timeOf(hours[0]?.at)}</span>
          <span>{timeOf(hours.at(-1)?.at)}</span>
        </div>
      </div>
      <p className="text-sm text-soft">{all === 0 ? t.quiet : t.drag}</p>
    </>
  );
}
