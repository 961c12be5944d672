import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { successShare } from '../../../../shared/web/figures.ts';
import { failsOften } from '../../../text/fails-often.ts';
import { numberText, percentText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { endpointTexts } from './texts.ts';

type Props = { health: EndpointHealth['data'][number] | undefined };

/** Retries are nothing unusual while something arrives. */
const needsLook = (health: EndpointHealth['data'][number]) => health.ok === 0 || failsOften(health);

/** The success rate beside the attempts by hour, or by day where only seven days have some. */
export function RateCell({ health }: Props) {
  const t = useTexts(endpointTexts);
  const language = useLanguage();
  if (!health) return null;
  const { ok, failed, period } = health;
  const share = successShare(health);
  if (share === null) return <span className="text-soft">{t.quiet}</span>;
  const counts = t.attempts[period](numberText(ok, language), numberText(failed, language));
  return (
    <span className="flex items-center gap-3" title={counts}>
      <span className="grid w-20 shrink-0">
        <span
          className={needsLook(health) ? 'tabular font-medium text-bad' : 'tabular font-medium'}
        >
          {percentText(share, language)}
        </span>
        <span className="text-xs text-soft">{t.periods[period]}</span>
      </span>
      <Sparkline
        failed={health.hours.map((step) => step.failed)}
        values={health.hours.map((step) => step.ok + step.failed)}
      />
      <span className="hidden-text">{counts}</span>
    </span>
  );
}

export function P95Cell({ health }: Props) {
  const t = useTexts(endpointTexts);
  const language = useLanguage();
  if (!health) return null;
  const { p95_ms } = health;
  return (
    <span className="tabular" title={t.p95Meant}>
      {p95_ms === null ? '–' : t.ms(numberText(p95_ms, language))}
    </span>
  );
}

/** Both numbers in one line, for a telephone. */
export function HealthLine({ health }: Props) {
  const t = useTexts(endpointTexts);
  const language = useLanguage();
  if (!health) return '\u00a0';
  const share = successShare(health);
  if (share === null) return t.quiet;
  const { p95_ms, period } = health;
  const p95 = p95_ms === null ? '' : ` · ${t.p95} ${t.ms(numberText(p95_ms, language))}`;
  return (
    <>
      <span className={needsLook(health) ? 'text-bad' : undefined}>
        {percentText(share, language)}
      </span>
      {p95}
      {` · ${t.periods[period]}`}
    </>
  );
}
