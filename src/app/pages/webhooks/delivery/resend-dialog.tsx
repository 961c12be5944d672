import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { deliveryTexts } from './texts.ts';

type Props = { delivery: DeliveryDetail; onClose: () => void };

/** Asks before it sends a delivery again, because a link has led here and not the button of the page. */
export function ResendDialog({ delivery: { id, event, endpoint }, onClose }: Props) {
  const t = useTexts(deliveryTexts);
  const ui = useTexts(uiTexts);
  const retry = useAction(client.webhooks.retryDelivery.mutate, onClose);
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button
        data-first=""
        icon="refresh"
        isBusy={retry.isBusy}
        look="primary"
        onClick={() => void retry.run({ delivery_id: id })}
      >
        {t.retry}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={t.resendTitle(event.type)}>
      <p className="wrap-anywhere text-soft">{t.resendMore(endpoint.url)}</p>
      <FailureNotice error={retry.error} />
    </Dialog>
  );
}
