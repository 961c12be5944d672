import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
import { useDialogs } from '../../../ui/use-dialogs.ts';
import { deliveryTexts } from './texts.ts';

const TryDialog = late(() => import('./try-dialog.tsx').then((part) => part.TryDialog));
const ResendDialog = late(() => import('./resend-dialog.tsx').then((part) => part.ResendDialog));

/** The address can ask for the first. A button opens the other. */
type Step = 'resend' | 'try';

/** Sends a delivery again, from here or from the developer's own machine. */
export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTexts(deliveryTexts);
  const mayChange = useMay('change_webhooks');
  const mayTry = useMay('make_webhook_secrets');
  const dialog = useDialogs<Step>(['resend']);
  const retry = useAction(client.webhooks.retryDelivery.mutate);
  return (
    <>
      <FailureNotice error={retry.error} />
      {mayTry ? (
        <Button icon="terminal" onClick={() => dialog.open('try')}>
          {t.tryIt}
        </Button>
      ) : null}
      {mayChange && delivery.status !== 'ok' ? <Resend delivery={delivery} retry={retry} /> : null}
      {dialog.name === 'resend' && mayChange && delivery.can_retry && !delivery.waiting ? (
        <ResendDialog delivery={delivery} onClose={dialog.close} />
      ) : null}
      {dialog.name === 'try' ? (
        <TryDialog delivery={delivery} endpointId={delivery.endpoint.id} onClose={dialog.close} />
      ) : null}
    </>
  );
}

type ResendProps = {
  delivery: DeliveryDetail;
  retry: { isBusy: boolean; run: (input: { delivery_id: string }) => unknown };
};

/** The first action for a delivery that has not arrived. */
function Resend({ delivery: { id, waiting, can_retry }, retry }: ResendProps) {
  const t = useTexts(deliveryTexts);
  return (
    <Button
      disabled={waiting !== null || !can_retry}
      icon="refresh"
      isBusy={retry.isBusy}
      look="primary"
      onClick={() => void retry.run({ delivery_id: id })}
    >
      {t.retry}
    </Button>
  );
}
