import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client, reload } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { Answer } from '../answer.tsx';
import { deliveryTexts } from '../delivery/texts.ts';
import { useDelivery } from '../delivery/use-delivery.ts';
import { endpointPageTexts } from './texts.ts';

type Props = {
  endpointId: string;
  onClose: () => void;
  /** Nothing is sent before the person says so, because a link has opened the dialog. */
  waits: boolean;
};

/** Sends a ping and shows what becomes of it. */
export function SendTestDialog({ endpointId, onClose, waits }: Props) {
  const t = useTexts(endpointPageTexts);
  const ui = useTexts(uiTexts);
  const navigate = useNavigate();
  const [sent, setSent] = useState<string | null>(null);
  const test = useAction(client.webhooks.testEndpoint.mutate, ({ delivery_id }) =>
    setSent(delivery_id),
  );
  const send = () => {
    setSent(null);
    void test.run({ endpoint_id: endpointId });
  };
  const [isSent, setIsSent] = useState(!waits);
  const first = useRef(waits ? undefined : send);
  useEffect(() => first.current?.(), []);
  const close = () => {
    void reload();
    onClose();
  };
  const buttons = (
    <>
      {sent ? (
        <Button look="quiet" onClick={() => void navigate({ to: `/deliveries/${sent}` })}>
          {t.testOpen}
        </Button>
      ) : null}
      {isSent ? (
        <Button isBusy={test.isBusy} onClick={send}>
          {t.testAgain}
        </Button>
      ) : null}
      <Button look={isSent ? 'primary' : 'plain'} onClick={close}>
        {ui.close}
      </Button>
      {isSent ? null : (
        <Button
          data-first=""
          look="primary"
          onClick={() => {
            setIsSent(true);
            send();
          }}
        >
          {t.testFirst}
        </Button>
      )}
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.testLead} onClose={close} title={t.testTitle}>
      {sent ? <Landing id={sent} key={sent} /> : null}
      {isSent && !sent && !test.error ? <Waiting text={t.testQueued} /> : null}
      <FailureNotice error={test.error} />
    </Dialog>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <p className="flex min-h-16 items-center gap-2.5 text-soft" role="status">
      <Spinner />
      {text}
    </p>
  );
}

function Landing({ id }: { id: string }) {
  const t = useTexts(endpointPageTexts);
  const words = useTexts(deliveryTexts);
  const language = useLanguage();
  const { data: delivery, error } = useDelivery(id);
  const attempt = delivery?.attempts.at(-1);
  const tries = delivery?.attempts.length ?? 0;
  // Reads the page behind the dialog again, because it shows the delivery.
  useEffect(() => {
    if (tries > 0) void reload();
  }, [tries]);
  if (error && !delivery) return <FailureNotice error={error} />;
  if (!delivery || !attempt) return <Waiting text={t.testSending} />;
  const hasArrived = attempt.error === null;
  return (
    <div className="grid min-w-0 gap-3" role="status">
      <p className="flex items-center gap-2.5">
        <Icon
          className={hasArrived ? 'text-good' : 'text-bad'}
          name={hasArrived ? 'check' : 'alert'}
          size={20}
        />
        <span className="font-medium">{hasArrived ? t.testOk : t.testFailed}</span>
        <span className="ml-auto flex items-center gap-3 text-sm text-soft">
          <Answer error={attempt.error} response_code={attempt.response_code} />
          {attempt.response_ms === null ? null : (
            <span className="tabular">{words.took(numberText(attempt.response_ms, language))}</span>
          )}
        </span>
      </p>
      {attempt.response_excerpt ? <CopyLine text={attempt.response_excerpt} /> : null}
      {hasArrived ? null : <p className="text-sm text-soft">{t.testFailedMore}</p>}
    </div>
  );
}
