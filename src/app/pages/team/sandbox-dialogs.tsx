import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { sandboxTexts } from './sandbox-texts.ts';

type Props = { sandbox: { id: string; name: string }; onClose: () => void };

/** The dialogs of what the owner can do with a sandbox. */
export function SandboxDialog({ step, ...props }: Props & { step: 'rename' | 'reset' | 'remove' }) {
  switch (step) {
    case 'rename':
      return <Rename {...props} />;
    case 'reset':
      return <Reset {...props} />;
    case 'remove':
      return <Remove {...props} />;
  }
}

function Rename({ sandbox: { id, name }, onClose }: Props) {
  const t = useTexts(sandboxTexts);
  const rename = useAction(client.sandboxes.rename.mutate, () => {
    showToast(t.renamed);
    onClose();
  });
  return (
    <NameDialog
      label={t.name}
      name={name}
      onClose={onClose}
      save={(next) => rename.orThrow({ sandbox_id: id, name: next })}
      title={t.rename}
    />
  );
}

function Reset({ sandbox: { id, name }, onClose }: Props) {
  const t = useTexts(sandboxTexts);
  const reset = useAction(client.sandboxes.reset.mutate, () => {
    showToast(t.resetting);
  });
  return (
    <Confirm
      action={reset}
      input={{ sandbox_id: id }}
      onClose={onClose}
      title={t.resetTitle(name)}
      verb={t.reset}
    >
      <p>{t.resetGoes}</p>
      <p>{t.resetStays}</p>
    </Confirm>
  );
}

function Remove({ sandbox: { id, name }, onClose }: Props) {
  const t = useTexts(sandboxTexts);
  const remove = useAction(client.sandboxes.remove.mutate, () => {
    showToast(t.removing);
  });
  return (
    <Confirm
      action={remove}
      input={{ sandbox_id: id }}
      name={name}
      onClose={onClose}
      title={t.removeTitle(name)}
      verb={t.remove}
    >
      <p>{t.removeMore}</p>
    </Confirm>
  );
}
