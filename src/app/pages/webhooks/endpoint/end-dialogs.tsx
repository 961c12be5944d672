import { useNavigate } from '@tanstack/react-router';
import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { client } from '../../../api/client.ts';
import { useRemoval } from '../../../api/use-action.ts';
import { teamTexts } from '../../../team/texts.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { endpointPageTexts } from './texts.ts';
import { useSwitch } from './use-switch.ts';

type Props = { endpoint: EndpointDetail; onClose: () => void };

export function RemoveDialog({ endpoint, onClose }: Props) {
  const t = useTexts(endpointPageTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { host } = new URL(endpoint.url);
  const remove = useRemoval(client.webhooks.removeEndpoint.mutate, async () => {
    await navigate({ to: '/webhooks', replace: true });
    showToast(t.removed);
  });
  return (
    <Confirm
      action={remove}
      input={{ endpoint_id: endpoint.id }}
      name={host}
      onClose={onClose}
      title={t.removeTitle(host)}
      verb={t.remove}
    >
      <p>{t.removeMore(numberText(endpoint.waiting, language))}</p>
    </Confirm>
  );
}

export function SwitchOffDialog({ endpoint, onClose }: Props) {
  const t = useTexts(endpointPageTexts);
  const change = useSwitch(endpoint);
  const { host } = new URL(endpoint.url);
  return (
    <Confirm
      action={{ ...change, orThrow: async () => void (await change.run('disabled')) }}
      input={'disabled' as const}
      onClose={onClose}
      title={t.pauseTitle(host)}
      verb={t.pause}
    >
      <p>{t.pauseMore}</p>
    </Confirm>
  );
}

/** Asks before it resumes or switches on, because a link has led here and not the button of the page. */
export function SwitchOnDialog({ endpoint, onClose }: Props) {
  const t = useTexts(endpointPageTexts);
  const ui = useTexts(uiTexts);
  const { endpointOn } = useTexts(teamTexts);
  const language = useLanguage();
  const change = useSwitch(endpoint);
  const { status, url } = endpoint;
  const { host } = new URL(url);
  const title = status === 'disabled_failures' ? t.resumeTitle : t.activateTitle;
  const run = async () => {
    if (await change.run('active')) onClose();
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button data-first="" isBusy={change.isBusy} look="primary" onClick={() => void run()}>
        {endpointOn(status)}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={title(host)}>
      <p className="text-soft">
        {endpoint.waiting > 0 ? t.held(numberText(endpoint.waiting, language)) : t.activateMore}
      </p>
      <FailureNotice error={change.error} />
    </Dialog>
  );
}
