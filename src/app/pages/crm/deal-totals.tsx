import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { stateWord } from '../../../shared/web/states.ts';
import { trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { moneyText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { crmTexts } from './texts.ts';
import { outcomes, type useDeals } from './use-deals.ts';

type Props = Pick<ReturnType<typeof useDeals>, 'filter'>;
type Sum = AppOutputs['crm']['sumDeals']['sums'][number];

/** The sums of the deals that the filters select, by outcome and by currency. */
export function DealTotals({ filter }: Props) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const { data } = useQuery(
    trpc.crm.sumDeals.queryOptions(filter, { placeholderData: keepPreviousData }),
  );
  if (!data || (data.sums.length === 0 && data.looked_at === null)) return null;
  const shown = outcomes.filter((one) => data.sums.some(({ outcome }) => outcome === one));
  return (
    <section aria-label={t.totals} className="grid gap-2">
      {shown.length > 0 ? (
        <dl className="grid max-sm:[&>:last-child:nth-child(odd)]:col-span-full grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-px overflow-hidden rounded-xl border border-line bg-line shadow-sm">
          {shown.map((outcome) => (
            <Total
              key={outcome}
              name={stateWord('deal', outcome, language)}
              sums={data.sums.filter((sum) => sum.outcome === outcome)}
            />
          ))}
        </dl>
      ) : null}
      {data.looked_at === null ? null : (
        <p className="text-sm text-soft">
          {t.totalsOfNewest(numberText(data.looked_at, language))}
        </p>
      )}
    </section>
  );
}

function Total({ name, sums }: { name: string; sums: readonly Sum[] }) {
  const t = useTexts(crmTexts);
  const language = useLanguage();
  const count = sums.reduce((all, sum) => all + sum.count, 0);
  const worth = sums.filter(({ amount }) => amount !== null);
  return (
    <div className="grid min-w-0 content-start gap-1 bg-card px-4 py-3">
      <dt className="flex flex-wrap justify-between gap-x-2 text-sm text-soft">
        <span>{name}</span>
        <span className="tabular">{t.dealCount(count, numberText(count, language))}</span>
      </dt>
      <dd className="min-w-0 tabular font-medium wrap-anywhere">
        {worth.length === 0 ? '–' : null}
        {worth.map((sum) => (
          <span className="block" key={sum.currency ?? ''}>
            {moneyText(sum, language)}
          </span>
        ))}
      </dd>
    </div>
  );
}
