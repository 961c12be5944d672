import { useQuery } from '@tanstack/react-query';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useMay } from '../../../session/session.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { late } from '../../../ui/late.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { conditionTexts } from '../condition-texts.ts';
import { connectionTexts } from './texts.ts';

const ConnectDialog = late(() => import('./connect-dialog.tsx').then((part) => part.ConnectDialog));

type Props = { connection: ConnectionDetail };
export type Step = 'reconnect' | 'keep' | 'remove';

/** In any other state the connection cannot be synchronized now. */
const canSync: readonly ConnectionDetail['state'][] = ['up_to_date', 'behind', 'failing'];

type ActionsProps = Props & { onOpen: (step: Step) => void };

export function ConnectionActions({ connection, onOpen }: ActionsProps) {
  const t = useTexts(connectionTexts);
  const mayChange = useMay('change_crm_connections');
  const { id, state, provider } = connection;
  const input = { connection_id: id };
  const sync = useAction(client.crm.syncNow.mutate, () => showToast(t.syncBegins));
  const readAgain = useAction(client.crm.readAgain.mutate, () => showToast(t.syncBegins));
  const pause = useAction(client.crm.pause.mutate);
  const resume = useAction(client.crm.resume.mutate);
  if (!mayChange || state === 'removing') return null;
  const isOver = state === 'ended';
  const isAsleep = state === 'paused' || state === 'sign_in';
  return (
    <>
      <Actions
        actions={[
          canSync.includes(state) && {
            ...({ label: t.syncNow, icon: 'refresh', look: 'primary' } as const),
            isBusy: sync.isBusy,
            run: () => void sync.run({ ...input, confirm_deletion: false }),
          },
          state === 'paused' && {
            ...({ label: t.resume, icon: 'refresh', look: 'primary' } as const),
            isBusy: resume.isBusy,
            run: () => void resume.run(input),
          },
          !isOver && {
            ...({ label: t.readAgain, icon: 'refresh', isInMenu: true } as const),
            isDisabled: isAsleep || state === 'waits_for_quota',
            run: () => void readAgain.run(input),
          },
          !isOver &&
            !isAsleep && {
              ...({ label: t.pause, icon: 'clock', isInMenu: true } as const),
              run: () => void pause.run(input),
            },
          !isOver &&
            provider !== 'demo' && {
              ...({ label: t.reconnect, icon: 'key', isInMenu: true } as const),
              run: () => onOpen('reconnect'),
            },
          !isOver && {
            ...({ label: t.disconnect, icon: 'close', isInMenu: true, isDangerous: true } as const),
            run: () => onOpen('keep'),
          },
          {
            ...({ label: t.remove, icon: 'close', isInMenu: true, isDangerous: isOver } as const),
            run: () => onOpen('remove'),
          },
        ]}
        id={id}
      />
      <FailureNotice error={sync.error ?? readAgain.error ?? pause.error ?? resume.error} />
    </>
  );
}

type StepProps = Props & { step: Step | null; onClose: () => void };

/** An address can ask for the dialog that renews the credentials. */
export function StepDialog({ step, ...props }: StepProps) {
  const mayChange = useMay('change_crm_connections');
  if (!mayChange || step === null) return null;
  if (step !== 'reconnect') return <DisconnectDialog {...props} data={step} />;
  return props.connection.state === 'ended' ? null : <ReconnectDialog {...props} />;
}

type DialogProps = Omit<StepProps, 'step'>;

/** Gives a connection new credentials of the same account. */
function ReconnectDialog({ connection, onClose }: DialogProps) {
  const { data } = useQuery(trpc.crm.providers.queryOptions({}));
  const offered = data?.data.find(({ provider }) => provider === connection.provider);
  if (!offered) return null;
  return <ConnectDialog again={connection} offered={offered} onClose={onClose} />;
}

/** Ends a connection, and keeps its data or removes them. An ended connection can still lose its data. */
function DisconnectDialog({
  connection,
  data,
  onClose,
}: DialogProps & { data: 'keep' | 'remove' }) {
  const t = useTexts(connectionTexts);
  const things = useTexts(conditionTexts);
  const language = useLanguage();
  const { id, name, deals, objections } = connection;
  const disconnect = useAction(client.crm.disconnect.mutate);
  const counts = [
    things.deals(numberText(deals, language)),
    things.objections(numberText(objections, language)),
  ] as const;
  return (
    <Confirm
      action={disconnect}
      input={{ connection_id: id, data }}
      onClose={onClose}
      title={data === 'keep' ? t.disconnectTitle(name) : t.removeTitle(name)}
      verb={data === 'keep' ? t.disconnect : t.remove}
      {...(data === 'remove' && { name })}
    >
      <p>{data === 'keep' ? t.disconnectMore(...counts) : t.removeMore(...counts)}</p>
    </Confirm>
  );
}
