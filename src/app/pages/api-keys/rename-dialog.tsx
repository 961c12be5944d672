import { useState } from 'react';
import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { client } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useTexts } from '../../text/language.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { keyTexts } from './texts.ts';

type Props = { apiKey: ListedKey; onClose: () => void };

export function RenameDialog({ apiKey, onClose }: Props) {
  const t = useTexts(keyTexts);
  const { key_id } = apiKey;
  // The dialog keeps the version that the person saw, although the page reads it again later.
  const [version] = useState(apiKey.version);
  const edit = useEdit({
    send: (name: string, over, options) =>
      client.apiKeys.rename.mutate({ key_id, name, version: over }, options),
    newest: () => client.apiKeys.get.query({ key_id }),
    mine: (name) => ({ name }),
    done: () => {
      showToast(t.renamed);
      onClose();
    },
  });
  return (
    <NameDialog
      label={t.name}
      name={apiKey.name}
      onClose={onClose}
      save={(name) => edit.save(name, version)}
      title={t.rename}
    >
      <StaleDialog fields={{ name: t.name }} onReload={onClose} stale={edit.stale} />
    </NameDialog>
  );
}
