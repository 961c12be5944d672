import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useDialogs } from '../../../ui/use-dialogs.ts';
import { ReconnectDialog } from './reconnect-button.tsx';
import { connectionPageTexts } from './texts.ts';

const DisconnectDialog = late(() =>
  import('./disconnect-dialog.tsx').then((part) => part.DisconnectDialog),
);
const RenameDialog = late(() => import('./rename-dialog.tsx').then((part) => part.RenameDialog));

type Props = { connection: ConnectionDetail };
type Step = 'read_again' | 'reconnect' | 'rename' | 'disconnect';

/** In any other state the connection cannot be synchronized now. */
const canSync: readonly ConnectionDetail['state'][] = ['up_to_date', 'behind', 'failing'];

export function ConnectionActions({ connection }: Props) {
  const t = useTexts(connectionPageTexts);
  const mayChange = useMay('change_crm_connections');
  const { id, state } = connection;
  const input = { connection_id: id };
  const sync = useAction(client.crm.syncNow.mutate, () => showToast(t.syncBegins));
  if (!mayChange || state === 'removing') return null;
  return (
    <>
      <Actions
        actions={[
          canSync.includes(state) && {
            label: t.syncNow,
            icon: 'refresh',
            look: 'primary',
            isBusy: sync.isBusy,
            run: () => void sync.run({ ...input, confirm_deletion: false }),
          },
        ]}
        id={id}
      />
      <ConnectionMenu connection={connection} />
      <FailureNotice error={sync.error} />
    </>
  );
}

function ConnectionMenu({ connection }: Props) {
  const t = useTexts(connectionPageTexts);
  const mayConnect = useMay('connect_crm');
  const dialog = useDialogs<Step>(['reconnect']);
  const { id, state, provider } = connection;
  const input = { connection_id: id };
  const pause = useAction(client.crm.pause.mutate, () => showToast(t.paused));
  const isOver = state === 'ended';
  const isAsleep = state === 'paused' || state === 'sign_in';
  const canReconnect = !isOver && mayConnect && provider !== 'demo';
  const step = dialog.name === 'reconnect' && !canReconnect ? null : dialog.name;
  const cannotRead = isAsleep || state === 'waits_for_quota';
  return (
    <>
      <Actions
        actions={[
          !isOver && {
            label: t.readAgain,
            icon: 'refresh',
            isInMenu: true,
            isDisabled: cannotRead,
            run: () => dialog.open('read_again'),
          },
          !isOver &&
            !isAsleep && {
              label: t.pause,
              icon: 'clock',
              isInMenu: true,
              run: () => void pause.run(input),
            },
          canReconnect && {
            label: t.reconnect,
            icon: 'key',
            isInMenu: true,
            run: () => dialog.open('reconnect'),
          },
          {
            label: t.rename,
            icon: 'pencil',
            letter: 'e',
            isInMenu: true,
            run: () => dialog.open('rename'),
          },
          mayConnect && {
            label: isOver ? t.removeData : t.disconnect,
            icon: 'close',
            isInMenu: true,
            isDangerous: true,
            run: () => dialog.open('disconnect'),
          },
        ]}
        id={id}
      />
      <FailureNotice error={pause.error} />
      <StepDialog connection={connection} onClose={dialog.close} step={step} />
    </>
  );
}

type StepProps = Props & { step: Step | null; onClose: () => void };

function StepDialog({ connection, step, onClose }: StepProps) {
  const t = useTexts(connectionPageTexts);
  const readAgain = useAction(client.crm.readAgain.mutate, () => showToast(t.syncBegins));
  switch (step) {
    case 'read_again':
      return (
        <Confirm
          action={readAgain}
          input={{ connection_id: connection.id }}
          onClose={onClose}
          title={t.readAgain}
          verb={t.readVerb}
        >
          <p>{t.readAgainMore}</p>
        </Confirm>
      );
    case 'reconnect':
      return <ReconnectDialog connection={connection} onClose={onClose} />;
    case 'rename':
      return <RenameDialog connection={connection} onClose={onClose} />;
    case 'disconnect':
      return <DisconnectDialog connection={connection} onClose={onClose} />;
    case null:
      return null;
  }
}
