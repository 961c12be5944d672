import { useQuery } from '@tanstack/react-query';
import { requestsOf } from '../../../shared/web/figures.ts';
import { trpc } from '../../api/client.ts';
import { numberText, percentText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Stat, Stats } from '../../ui/stat.tsx';
import { overviewTexts } from './texts.ts';
import type { Overview } from './use-overview.ts';

/** How programs do, in numbers. Each of them means something even if it is zero. */
export function InterfaceNumbers({ usage }: Pick<Overview, 'usage'>) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const ok = usage?.days.reduce((sum, day) => sum + day.ok, 0) ?? 0;
  const requests = usage?.days.reduce((sum, day) => sum + requestsOf(day), 0) ?? 0;
  return (
    <section className="grid gap-3">
      <h2 className="font-medium">{t.numbers}</h2>
      <Stats>
        <Stat label={`${t.requests} ${t.requestsMore}`} value={numberText(requests, language)}>
          {requests === 0 ? null : (
            <span className="text-sm text-soft">
              {t.successful(percentText(ok / requests, language))}
            </span>
          )}
        </Stat>
        <Deliveries />
      </Stats>
    </section>
  );
}

/**
 * What the pulse counts, in one sentence: counts of attempts beside it would contradict it, because one delivery may need
 * several. A part of the day that the pulse shows is another answer.
 */
function Deliveries() {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const { data } = useQuery(trpc.pulse.get.queryOptions({}));
  const sent = data?.interfaces?.deliveries;
  const label = `${t.deliveries} ${t.deliveriesMore}`;
  if (!sent) return <Stat label={label} value="–" />;
  const count = (...kinds: readonly number[][]) => kinds.flat().reduce((sum, one) => sum + one, 0);
  const all = numberText(count(sent.ok, sent.waiting, sent.needs, sent.failed), language);
  const retries = count(sent.retries);
  return (
    <Stat
      label={label}
      more={t.delivered(data.counted_back_to ? `${all}+` : all)}
      value={numberText(count(sent.ok), language)}
    >
      {retries > 0 ? (
        <span className="text-sm text-soft">
          {t.retries(numberText(retries, language), retries === 1)}
        </span>
      ) : null}
    </Stat>
  );
}
