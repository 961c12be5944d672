import type { Passkey } from '../../../features/passkeys/passkeys.schema.ts';
import { client, reload } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

type Props = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const t = useTexts(profileTexts);
  const rename = useOwnAction(client.account.renamePasskey.mutate, async () => {
    await reload();
    showToast(t.saved);
    onClose();
  });
  return (
    <NameDialog
      hint={t.passkeyNameHint}
      label={t.name}
      name={passkey.name}
      onClose={onClose}
      save={(name) => rename.orThrow({ passkey_id: passkey.id, name })}
      title={t.renamePasskey}
    />
  );
}
