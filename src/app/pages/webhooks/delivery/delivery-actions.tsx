import { Link } from '@tanstack/react-router';
import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { diagnoseDelivery } from '../../../../shared/diagnosis/diagnose-delivery.ts';
import { type NextStep, nextStep } from '../../../../shared/diagnosis/next-step.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
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
  const mayChange = useMay('change_webhooks');
  const mayTry = useMay('make_webhook_secrets');
  const dialog = useDialogs<Step>(['resend']);
  const retry = useAction(client.webhooks.retryDelivery.mutate);
  const first = delivery.status === 'ok' ? null : nextStep(delivery, diagnoseDelivery(delivery));
  const tryIt = mayTry ? (
    <Button icon="terminal" look={lookOf(first === 'try')} onClick={() => dialog.open('try')}>
      {t.tryIt}
    </Button>
  ) : null;
  return (
    <>
      <FailureNotice error={retry.error} />
      {first === 'try' ? null : tryIt}
      {mayChange && delivery.status !== 'ok' ? (
        <Resend delivery={delivery} isFirst={first === 'resend'} retry={retry} />
      ) : null}
      {first === 'try' ? tryIt : null}
      {mayChange ? <ToEndpoint id={delivery.endpoint.id} step={first} /> : null}
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

type ResendProps = {
  delivery: DeliveryDetail;
  /** Whether it is the step that helps. */
  isFirst: boolean;
  retry: { isBusy: boolean; run: (input: { delivery_id: string }) => unknown };
};

function Resend({ delivery: { id, waiting, can_retry }, isFirst, retry }: ResendProps) {
  const t = useTexts(deliveryTexts);
  return (
    <Button
      disabled={waiting !== null || !can_retry}
      icon="refresh"
      isBusy={retry.isBusy}
      look={lookOf(isFirst)}
      onClick={() => void retry.run({ delivery_id: id })}
    >
      {t.retry}
    </Button>
  );
}

/** Leads to the endpoint if the step that helps is there. The endpoint asks before it is switched on. */
function ToEndpoint({ id, step }: { id: string; step: NextStep | null }) {
  const d = useTexts(diagnosisTexts);
  if (step !== 'endpoint' && step !== 'switch_on') return null;
  const search = step === 'switch_on' ? { dialog: 'on' } : {};
  return (
    <Link
      // At the bottom of a drawer on a telephone, it is as wide as the buttons.
      className={classes(buttonClass('primary'), 'max-sm:in-[footer]:flex-1')}
      search={search as never}
      to={`/webhooks/${id}`}
    >
      {step === 'switch_on' ? d.switchOn : d.openEndpoint}
    </Link>
  );
}
