import { useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useEdit } from '../../../api/use-edit.ts';
import { useTexts } from '../../../text/language.ts';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { StaleDialog } from '../../../ui/stale-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { connectionPageTexts } from './texts.ts';

type Props = { connection: ConnectionDetail; onClose: () => void };

export function RenameDialog({ connection, onClose }: Props) {
  const t = useTexts(connectionPageTexts);
  // The dialog keeps the connection that the person saw, although the page reads it again later.
  const [seen] = useState(connection);
  const connection_id = seen.id;
  const edit = useEdit({
    send: (name: string, version, options) =>
      client.crm.changeConnection.mutate({ connection_id, version, name }, options),
    newest: () => client.crm.getConnection.query({ connection_id }),
    mine: (name) => ({ name }),
    done: () => {
      showToast(t.renamed);
      onClose();
    },
  });
  return (
    <NameDialog
      hint={t.nameHint}
      label={t.name}
      name={seen.name}
      onClose={onClose}
      save={(name) => edit.save(name, seen.version)}
      title={t.rename}
    >
      <StaleDialog fields={{ name: t.name }} onReload={onClose} stale={edit.stale} />
    </NameDialog>
  );
}
