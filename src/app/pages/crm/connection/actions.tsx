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
import { useDialogs } from '../../../ui/use-dialogs.ts';
import { conditionTexts, failureTexts } from '../condition-texts.ts';
import { thingsOf } from '../explain-failure.ts';
import { connectionTexts } from './texts.ts';

const ConnectDialog = late(() => import('./connect-dialog.tsx').then((part) => part.ConnectDialog));

type Props = { connection: ConnectionDetail };
type Step = 'reconnect' | 'remove_missing' | 'keep' | 'remove';

/** What a person can do with a connection: first what its state asks for. */
export function ConnectionActions({ connection }: Props) {
  const t = useTexts(connectionTexts);
  const mayChange = useMay('change_crm_connections');
  const dialog = useDialogs<Step>(['reconnect']);
  const missing = useMissing(connection);
  const { id, state, provider, failure } = connection;
  const input = { connection_id: id };
  const begins = () => showToast(t.syncBegins);
  const sync = useAction(client.crm.syncNow.mutate, begins);
  const readAgain = useAction(client.crm.readAgain.mutate, begins);
  const resume = useAction(client.crm.resume.mutate);
  if (!mayChange || state === 'removing') return null;
  const canSync = state === 'up_to_date' || state === 'behind' || state === 'failing';
  const asks = state === 'confirm_deletion';
  // The provider may have given the stored credentials the missing permission meanwhile.
  const lacksPermission = failure?.permission !== undefined;
  const again = {
    icon: 'refresh',
    isBusy: resume.isBusy,
    run: () => void resume.run(input),
  } as const;
  return (
    <>
      <Actions
        actions={[
          canSync && {
            ...({ label: t.syncNow, icon: 'refresh', look: 'primary' } as const),
            isBusy: sync.isBusy,
            run: () => void sync.run({ ...input, confirm_deletion: false }),
          },
          state === 'paused' && { ...again, label: t.resume, look: 'primary' },
          state === 'sign_in' && {
            ...({ label: t.reconnect, icon: 'key' } as const),
            look: lacksPermission ? 'plain' : 'primary',
            run: () => dialog.open('reconnect'),
          },
          state === 'sign_in' && {
            ...again,
            label: t.tryAgain,
            look: lacksPermission ? 'primary' : 'plain',
          },
          asks && {
            ...({ label: t.keepAll, icon: 'refresh', look: 'primary' } as const),
            isBusy: readAgain.isBusy,
            run: () => void readAgain.run(input),
          },
          asks && { label: missing, icon: 'close', run: () => dialog.open('remove_missing') },
          // With the same account, the ended connection begins again.
          state === 'ended' && {
            ...({ label: t.reconnect, icon: 'key' } as const),
            link: { path: '/crm', search: { new: provider } },
          },
        ]}
        id={id}
      />
      <Menu connection={connection} onOpen={dialog.open} />
      <FailureNotice error={sync.error ?? readAgain.error ?? resume.error} />
      <StepDialog connection={connection} onClose={dialog.close} step={dialog.name} />
    </>
  );
}

function Menu({ connection, onOpen }: Props & { onOpen: (step: Step) => void }) {
  const t = useTexts(connectionTexts);
  const readAgain = useAction(client.crm.readAgain.mutate, () => showToast(t.syncBegins));
  const pause = useAction(client.crm.pause.mutate);
  const { id, state, provider } = connection;
  const isOver = state === 'ended';
  const isAsleep = state === 'paused' || state === 'sign_in';
  const menu = { isInMenu: true } as const;
  return (
    <>
      <Actions
        actions={[
          !isOver && {
            ...({ ...menu, label: t.readAgain, icon: 'refresh' } as const),
            isDisabled: isAsleep || state === 'waits_for_quota' || state === 'confirm_deletion',
            run: () => void readAgain.run({ connection_id: id }),
          },
          !isOver &&
            !isAsleep && {
              ...({ ...menu, label: t.pause, icon: 'clock' } as const),
              run: () => void pause.run({ connection_id: id }),
            },
          !isOver &&
            state !== 'sign_in' &&
            provider !== 'demo' && {
              ...({ ...menu, label: t.reconnect, icon: 'key' } as const),
              run: () => onOpen('reconnect'),
            },
          !isOver && {
            ...({ ...menu, label: t.disconnect, icon: 'close', isDangerous: true } as const),
            run: () => onOpen('keep'),
          },
          {
            ...({ ...menu, label: t.remove, icon: 'close' } as const),
            isDangerous: isOver,
            run: () => onOpen('remove'),
          },
        ]}
        id={id}
      />
      <FailureNotice error={readAgain.error ?? pause.error} />
    </>
  );
}

/** The button that removes what a full pass no longer sees. */
function useMissing({ failure }: ConnectionDetail): string {
  const t = useTexts(connectionTexts);
  const texts = useTexts(failureTexts);
  const language = useLanguage();
  if (failure?.gone === undefined) return t.removeThemOpen;
  return t.removeThem(numberText(failure.gone, language), thingsOf(failure, texts));
}

type StepProps = Props & { step: Step | null; onClose: () => void };

function StepDialog({ connection, step, onClose }: StepProps) {
  const t = useTexts(connectionTexts);
  const things = useTexts(conditionTexts);
  const language = useLanguage();
  const missing = useMissing(connection);
  const { id: connection_id, name, state, deals, objections } = connection;
  const removeMissing = useAction(client.crm.syncNow.mutate, () => showToast(t.syncBegins));
  const disconnect = useAction(client.crm.disconnect.mutate);
  const counts = [
    things.deals(numberText(deals, language)),
    things.objections(numberText(objections, language)),
  ] as const;
  switch (step) {
    case null:
      return null;
    case 'reconnect':
      // An address can ask for it too.
      return state === 'ended' ? null : (
        <ReconnectDialog connection={connection} onClose={onClose} />
      );
    case 'remove_missing':
      return (
        <Confirm
          action={removeMissing}
          input={{ connection_id, confirm_deletion: true }}
          onClose={onClose}
          title={missing}
          verb={missing}
        >
          <p>{t.removeThemMore}</p>
        </Confirm>
      );
    case 'keep':
    case 'remove':
      return (
        <Confirm
          action={disconnect}
          input={{ connection_id, data: step }}
          onClose={onClose}
          title={step === 'keep' ? t.disconnectTitle(name) : t.removeTitle(name)}
          verb={step === 'keep' ? t.disconnect : t.remove}
          {...(step === 'remove' && { name })}
        >
          <p>{step === 'keep' ? t.disconnectMore(...counts) : t.removeMore(...counts)}</p>
        </Confirm>
      );
  }
}

/** Gives a connection new credentials of the same account. */
function ReconnectDialog({ connection, onClose }: Omit<StepProps, 'step'>) {
  const { data } = useQuery(trpc.crm.providers.queryOptions({}));
  const offered = data?.data.find(({ provider }) => provider === connection.provider);
  return offered ? <ConnectDialog again={connection} offered={offered} onClose={onClose} /> : null;
}
