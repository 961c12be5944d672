import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { late } from '../../../ui/late.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { useDialogs } from '../../../ui/use-dialogs.ts';
import type { MadeSecret } from '../secret-shown.tsx';
import { RemoveDialog, SwitchOffDialog, SwitchOnDialog } from './end-dialogs.tsx';
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
      <Button onClick={() => setStep('edit')}>{t.edit}</Button>
      <Button look="primary" onClick={() => setStep('test')}>
        {t.test}
      </Button>
      <Menu trigger={<IconButton icon="dots" label={t.more} />}>
        <MenuItem icon="terminal" onSelect={() => setStep('try')}>
          {t.tryIt}
        </MenuItem>
        <MenuItem
          icon="key"
          isDisabled={endpoint.replaced_by !== null}
          onSelect={() => setStep('replace')}
        >
          {t.replace}
        </MenuItem>
        {isOn ? (
          <MenuItem icon="clock" onSelect={() => setStep('off')}>
            {t.pause}
          </MenuItem>
        ) : null}
        <MenuLine />
        <MenuItem icon="close" isDangerous onSelect={() => setStep('remove')}>
          {t.remove}
        </MenuItem>
      </Menu>
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
