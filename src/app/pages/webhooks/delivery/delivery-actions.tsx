import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { diagnoseDelivery } from '../../../../shared/diagnosis/diagnose-delivery.ts';
import { nextStep } from '../../../../shared/diagnosis/next-step.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { teamTexts } from '../../../team/texts.ts';
import { useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
import type { Action } from '../../../ui/open-actions.ts';
import { useDialogs } from '../../../ui/use-dialogs.ts';
import { diagnosisTexts } from './diagnosis-texts.ts';
import { deliveryTexts } from './texts.ts';

const TryDialog = late(() => import('./try-dialog.tsx').then((part) => part.TryDialog));
const ResendDialog = late(() => import('./resend-dialog.tsx').then((part) => part.ResendDialog));

/** The address can ask for the first. A button opens the other. */
type Step = 'resend' | 'try';

/** Sends a delivery again, from here or from the developer's own machine. What the diagnosis advises comes last. */
export function DeliveryActions({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTexts(deliveryTexts);
  const d = useTexts(diagnosisTexts);
  const { endpointOn } = useTexts(teamTexts);
  const mayChange = useMay('change_webhooks');
  const mayTry = useMay('make_webhook_secrets');
  const dialog = useDialogs<Step>(['resend']);
  const retry = useAction(client.webhooks.retryDelivery.mutate);
  const first = delivery.status === 'ok' ? null : nextStep(delivery, diagnoseDelivery(delivery));
  const { id, status, waiting, can_retry, endpoint } = delivery;
  const actions: (Action | false)[] = [
    mayTry && {
      label: t.tryIt,
      icon: 'terminal',
      look: lookOf(first === 'try'),
      run: () => dialog.open('try'),
    },
    mayChange &&
      status !== 'ok' && {
        label: t.retry,
        icon: 'refresh',
        look: lookOf(first === 'resend'),
        isBusy: retry.isBusy,
        isDisabled: waiting !== null || !can_retry,
        run: () => void retry.run({ delivery_id: id }),
      },
    // The endpoint asks before it takes events again.
    mayChange &&
      (first === 'switch_on' || first === 'endpoint') && {
        label: first === 'endpoint' ? d.openEndpoint : d.asks(endpointOn(endpoint.status)),
        look: 'primary',
        link: {
          path: `/webhooks/${endpoint.id}`,
          search: first === 'endpoint' ? {} : { dialog: 'on' },
        },
      },
  ];
  return (
    <>
      <FailureNotice error={retry.error} />
      <Actions actions={first === 'try' ? actions.toReversed() : actions} id={id} />
      {dialog.name === 'resend' && mayChange && delivery.can_retry && !delivery.waiting ? (
        <ResendDialog delivery={delivery} onClose={dialog.close} />
      ) : null}
      {dialog.name === 'try' ? (
        <TryDialog delivery={delivery} endpointId={delivery.endpoint.id} onClose={dialog.close} />
      ) : null}
    </>
  );
}

const lookOf = (isFirst: boolean) => (isFirst ? 'primary' : 'plain');
