import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useRemoval } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../../ui/actions.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { late } from '../../ui/late.tsx';
import { Pane } from '../../ui/pane.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { CaseDetails, type EditableCase } from './case-details.tsx';
import { caseTexts } from './texts.ts';

const EditCaseDialog = late(() => import('./edit-dialog.tsx').then((part) => part.EditCaseDialog));

type Props = { case: EditableCase; isOwn?: boolean; onClose: () => void };

export function CaseDrawer({ case: shown, isOwn = false, onClose }: Props) {
  const t = useTexts(caseTexts);
  const mayChange = useMay(isOwn ? 'change_own_cases' : 'change_cases');
  const [step, setStep] = useState<'edit' | 'remove' | null>(null);
  const done = () => setStep(null);
  const { title, id } = shown;
  const actions = (
    <Actions
      actions={[
        mayChange && {
          label: t.remove,
          look: 'quiet',
          isDangerous: true,
          run: () => setStep('remove'),
        },
        mayChange && {
          label: t.edit,
          letter: 'e',
          look: 'primary',
          run: () => setStep('edit'),
        },
      ]}
      id={id}
    />
  );
  const remove = useRemoval(
    isOwn ? client.cases.removeOwn.mutate : client.cases.remove.mutate,
    () => {
      onClose();
      showToast(t.removed);
    },
  );
  return (
    <Pane footer={actions} onClose={onClose} title={title ?? t.untitled}>
      <CaseDetails case={shown} isOwn={isOwn} />
      {step === 'edit' ? <EditCaseDialog case={shown} isOwn={isOwn} onClose={done} /> : null}
      {step === 'remove' ? (
        <Confirm
          action={remove}
          input={{ case_id: id }}
          onClose={done}
          title={t.removeTitle(title ?? t.untitled)}
          verb={t.remove}
        >
          <p>{isOwn ? t.removeOwnMore : t.removeMore}</p>
        </Confirm>
      ) : null}
    </Pane>
  );
}
