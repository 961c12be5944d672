import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RetryPreview } from '../../../../features/webhooks/retry-all.schema.ts';
import { client, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Radio } from '../../../ui/check.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import type { DeliveryFilter } from '../deliveries/use-delivery-filters.ts';
import { EndpointUrl } from '../endpoint-url.tsx';
import { firstSince, SinceField } from './since-field.tsx';
import { retryTexts } from './texts.ts';

type Props = {
  filter: DeliveryFilter;
  isFiltered: boolean;
  /** Since when nothing has arrived at the endpoint. Null for the deliveries of all endpoints. */
  failingSince: string | null;
  onStarted: (retryId: string) => void;
  onClose: () => void;
};

const choices = ['failed', 'gave_up', 'pending'] as const;

/** Starts a bulk retry. Before the person confirms, it says how many deliveries it would retry. */
export function RetryDialog({ filter, isFiltered, failingSince, onStarted, onClose }: Props) {
  const t = useTexts(retryTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const [status, setStatus] = useState<(typeof choices)[number]>('failed');
  const [moments] = useState(() => ({
    failingSince,
    filterFrom: filter.from ?? null,
    openedAt: Date.now(),
  }));
  const [since, setSince] = useState(() => firstSince(moments));
  const { from: _, ...others } = filter;
  const input = { ...others, ...(since.from && { from: since.from }), status };
  const { data, error } = useQuery(
    trpc.webhooks.previewRetries.queryOptions(input, { staleTime: 0 }),
  );
  const retry = useAction(client.webhooks.retryAll.mutate, ({ retry_id }) => {
    onStarted(retry_id);
  });
  const count = numberText(data?.count ?? 0, language);
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button
        disabled={!data || data.count === 0}
        icon="refresh"
        isBusy={retry.isBusy}
        look="primary"
        onClick={() => void retry.run(input)}
      >
        {data && data.count > 0 && data.counted_back_to === null ? t.start(count) : t.startAll}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.lead} onClose={onClose} title={t.title}>
      <SinceField moments={moments} onChange={setSince} since={since} />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-sm font-medium">{t.which}</legend>
        {choices.map((one) => (
          <Radio
            checked={one === status}
            key={one}
            label={t.choices[one]}
            name="status"
            onChange={() => setStatus(one)}
          />
        ))}
      </fieldset>
      {isFiltered ? <p className="text-sm text-soft">{t.filtered}</p> : null}
      {data ? <Preview preview={data} /> : null}
      {!data && !error ? <Skeleton className="h-16 w-full" /> : null}
      <FailureNotice error={error ?? retry.error} />
    </Dialog>
  );
}

function Preview({ preview: { count, endpoints, counted_back_to } }: { preview: RetryPreview }) {
  const t = useTexts(retryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (count === 0) return <p className="text-soft">{t.nothing}</p>;
  const number = numberText(count, language);
  return (
    <div className="rounded-xl border border-line text-sm" role="status">
      <p className="px-3 py-2 font-medium">
        {counted_back_to
          ? t.atLeast(number, dateTimeText(counted_back_to, { language, timeZone }))
          : t.count(number)}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {endpoints.map((endpoint) => (
          <li className="flex justify-between gap-3 px-3 py-2" key={endpoint.endpoint_id}>
            <span className="min-w-0 truncate">
              <EndpointUrl url={endpoint.url} />
            </span>
            <span className="tabular text-soft">{numberText(endpoint.count, language)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
