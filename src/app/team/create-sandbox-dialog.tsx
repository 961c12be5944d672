import { useState } from 'react';
import { client } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { useTexts } from '../text/language.ts';
import { Checkbox } from '../ui/check.tsx';
import { NameDialog } from '../ui/name-dialog.tsx';
import { showToast } from '../ui/toasts.tsx';
import { enterSandboxTexts } from './sandbox-texts.ts';

type CreateProps = {
  /** How many there are. Their number is part of the suggested name. */
  count: number;
  onClose: () => void;
};

export function CreateSandboxDialog({ count, onClose }: CreateProps) {
  const t = useTexts(enterSandboxTexts);
  const [withHistory, setWithHistory] = useState(false);
  const create = useAction(client.sandboxes.create.mutate, () => {
    showToast(t.created);
    onClose();
  });
  return (
    <NameDialog
      hint={t.nameHint}
      label={t.name}
      name={count === 0 ? t.firstName : `${t.firstName} ${count + 1}`}
      onClose={onClose}
      save={(name) => create.orThrow({ name, with_history: withHistory })}
      title={t.create}
      verb={t.createVerb}
    >
      <Checkbox
        checked={withHistory}
        hint={t.withHistoryHint}
        label={t.withHistory}
        onChange={({ target }) => setWithHistory(target.checked)}
      />
    </NameDialog>
  );
}
