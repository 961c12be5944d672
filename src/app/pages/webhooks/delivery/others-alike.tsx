import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { answerOf } from '../../../../shared/diagnosis/diagnose-delivery.ts';
import { client, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { retryTexts } from '../retry/texts.ts';
import { diagnosisTexts } from './diagnosis-texts.ts';

const RetryProgressDialog = late(() =>
  import('../retry/retry-progress-dialog.tsx').then((part) => part.RetryProgressDialog),
);

/** Once a delivery has arrived that somebody has resent: which others failed in the same way, and the button for them. */
export function OthersAlike({ delivery }: { delivery: DeliveryDetail }) {
  const mayChange = useMay('change_webhooks');
  const { status, attempts, endpoint } = delivery;
  const failed = attempts.findLast(({ error }) => error !== null);
  const answer = failed ? answerOf(failed) : null;
  if (!mayChange || status !== 'ok' || !attempts.at(-1)?.manual || !answer) return null;
  return <ResendOthers answer={answer} endpointId={endpoint.id} />;
}

function ResendOthers({ endpointId, answer }: { endpointId: string; answer: string }) {
  const d = useTexts(diagnosisTexts);
  const t = useTexts(retryTexts);
  const language = useLanguage();
  const [started, setStarted] = useState<string | null>(null);
  const input = { endpoint_id: endpointId, answer, status: 'failed' } as const;
  const { data } = useQuery(trpc.webhooks.previewRetries.queryOptions(input));
  const resend = useAction(client.webhooks.retryAll.mutate, ({ retry_id }) => setStarted(retry_id));
  const count = data ? numberText(data.count, language) : '';
  return (
    <>
      {data && data.count > 0 ? (
        <Notice title={d.othersLeft(`${count}${data.counted_back_to === null ? '' : '+'}`)}>
          <div className="flex flex-wrap gap-2 pt-1">
            <Button
              icon="refresh"
              isBusy={resend.isBusy}
              look="primary"
              onClick={() => void resend.run(input)}
              size="sm"
            >
              {data.counted_back_to === null ? t.start(count) : t.startAll}
            </Button>
            <Link
              className={buttonClass('plain', 'sm')}
              search={{ endpoint: endpointId, answer } as never}
              to="/deliveries"
            >
              {d.show}
            </Link>
          </div>
        </Notice>
      ) : null}
      <FailureNotice error={resend.error} />
      {started ? <RetryProgressDialog id={started} onClose={() => setStarted(null)} /> : null}
    </>
  );
}
