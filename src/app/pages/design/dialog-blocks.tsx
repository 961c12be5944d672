import { useState } from 'react';
import { ask } from '../../api/questions.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Block } from './block.tsx';
import { stale } from './failures.ts';

type Kind = 'dialog' | 'drawer' | 'confirm' | 'secret' | 'stale';

export function DialogBlocks() {
  const [open, setOpen] = useState<Kind | null>(null);
  const [crashes, setCrashes] = useState(false);
  const close = () => setOpen(null);
  const remove = useOwnAction(async (_: undefined) => undefined);
  if (crashes) throw new Error('A component has crashed, as it was asked to');
  return (
    <Block title="Dialog, drawer, confirmation, secret, stale, questions, crash">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('drawer')}>Drawer</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => setOpen('secret')}>Secret</Button>
      <Button onClick={() => setOpen('stale')}>Stale</Button>
      <Button onClick={() => void ask('proof')}>Fresh proof</Button>
      <Button onClick={() => void ask('sign_in')}>Session ended</Button>
      <Button onClick={() => setCrashes(true)}>Crash</Button>
      {open === 'dialog' || open === 'drawer' ? (
        <Dialog
          footer={<Button onClick={close}>Done</Button>}
          isDrawer={open === 'drawer'}
          lead="What it is about"
          onClose={close}
          title="A title"
        >
          <p>The content.</p>
          <Time at="2026-11-18T08:15:30.000Z" />
          <Button onClick={() => showToast('Saved')}>Toast</Button>
        </Dialog>
      ) : null}
      {open === 'confirm' ? (
        <Confirm
          action={remove}
          input={undefined}
          name="Reports"
          onClose={close}
          title='Revoke "Reports"'
          verb="Revoke"
        >
          <p>What follows from it.</p>
        </Confirm>
      ) : null}
      {open === 'stale' ? (
        <StaleDialog
          fields={{ name: 'Name', description: 'Description' }}
          onReload={close}
          stale={{ ...stale, overwrite: async () => close(), failure: null, close }}
        />
      ) : null}
      {open === 'secret' ? (
        <SecretDialog
          onClose={close}
          secret="svck_live_0123456789abcdefghijklmnopqrstuvwxyz"
          title="A secret"
        />
      ) : null}
    </Block>
  );
}
