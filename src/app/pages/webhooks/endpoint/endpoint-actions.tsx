import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { late } from '../../../ui/late.tsx';
import { useDialogs } from '../../../ui/use-dialogs.ts';
import type { MadeSecret } from '../secret-shown.tsx';
import { endpointPageTexts } from './texts.ts';

const TryDialog = late(() => import('../delivery/try-dialog.tsx').then((part) => part.TryDialog));
const ReplaceSecretDialog = late(() =>
  import('./replace-secret-dialog.tsx').then((part) => part.ReplaceSecretDialog),
);

const EditEndpointDialog = late(() =>
  import('./edit-endpoint-dialog.tsx').then((part) => part.EditEndpointDialog),
);
const SendTestDialog = late(() =>
  import('./send-test-dialog.tsx').then((part) => part.SendTestDialog),
);

const SwitchOffDialog = late(() =>
  import('./end-dialogs.tsx').then((part) => part.SwitchOffDialog),
);
const SwitchOnDialog = late(() => import('./end-dialogs.tsx').then((part) => part.SwitchOnDialog));
const RemoveDialog = late(() => import('./end-dialogs.tsx').then((part) => part.RemoveDialog));

type Props = { endpoint: EndpointDetail; onMade: (made: MadeSecret) => void };
type Step = 'test' | 'edit' | 'try' | 'replace' | 'off' | 'on' | 'remove';

/** What the address can ask for. */
const asked = ['test', 'replace', 'off', 'on'] as const satisfies readonly Step[];

export function EndpointActions({ endpoint, onMade }: Props) {
  const t = useTexts(endpointPageTexts);
  const mayChange = useMay('change_webhooks');
  const { name: step, isAsked, open: setStep, close: done } = useDialogs<Step>(asked);
  const isOn = endpoint.status === 'active';
  if (!mayChange) return null;
  return (
    <>
      <Actions
        actions={[
          { label: t.edit, letter: 'e', run: () => setStep('edit') },
          { label: t.test, look: 'primary', run: () => setStep('test') },
          { label: t.tryIt, icon: 'terminal', isInMenu: true, run: () => setStep('try') },
          {
            label: t.replace,
            icon: 'key',
            isInMenu: true,
            isDisabled: endpoint.replaced_by !== null,
            run: () => setStep('replace'),
          },
          isOn && { label: t.pause, icon: 'clock', isInMenu: true, run: () => setStep('off') },
          {
            label: t.remove,
            icon: 'close',
            isInMenu: true,
            isDangerous: true,
            run: () => setStep('remove'),
          },
        ]}
        id={endpoint.id}
      />
      {step === 'test' ? (
        <SendTestDialog endpointId={endpoint.id} onClose={done} waits={isAsked} />
      ) : null}
      {step === 'edit' ? <EditEndpointDialog endpoint={endpoint} onClose={done} /> : null}
      {step === 'try' ? <TryDialog endpointId={endpoint.id} onClose={done} /> : null}
      {step === 'replace' && endpoint.replaced_by === null ? (
        <ReplaceSecretDialog endpointId={endpoint.id} onClose={done} onMade={onMade} />
      ) : null}
      {step === 'off' && isOn ? <SwitchOffDialog endpoint={endpoint} onClose={done} /> : null}
      {step === 'on' && !isOn ? <SwitchOnDialog endpoint={endpoint} onClose={done} /> : null}
      {step === 'remove' ? <RemoveDialog endpoint={endpoint} onClose={done} /> : null}
    </>
  );
}
