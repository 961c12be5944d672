import { type FormEvent, useId, useRef, useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { client } from '../../../api/client.ts';
import { useEdit } from '../../../api/use-edit.ts';
import { MemberSelect } from '../../../team/member-select.tsx';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { StaleDialog } from '../../../ui/stale-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useUnsaved } from '../../../ui/unsaved.ts';
import { type Owner, ownerName } from './owners.tsx';
import { useFieldNames } from './set-up.tsx';
import { setUpTexts } from './texts.ts';

type Props = { connection: ConnectionDetail; owner: Owner; onClose: () => void };

/** Sets which member an owner in the CRM is. */
export function AssignDialog({ connection, owner, onClose }: Props) {
  const t = useTexts(setUpTexts);
  const fieldNames = useFieldNames();
  const id = useId();
  const [seen] = useState(connection);
  const [userId, setUserId] = useState(owner.user_id ?? '');
  const connection_id = seen.id;
  const place = useRef<HTMLFormElement>(null);
  const edit = useEdit({
    send: (user: string | null, version, options) => {
      const owners = { [owner.external_id]: user };
      return client.crm.changeConnection.mutate({ connection_id, version, owners }, options);
    },
    newest: () => client.crm.getConnection.query({ connection_id }),
    mine: () => ({}),
    done: () => {
      showToast(t.assigned);
      onClose();
    },
  });
  useUnsaved(userId !== (owner.user_id ?? '') && !edit.isBusy, place);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (userId) void edit.run(userId, seen.version);
  };
  const buttons = (
    <>
      {owner.chosen ? (
        <Button isBusy={edit.isBusy} onClick={() => void edit.run(null, seen.version)}>
          {t.byEmail}
        </Button>
      ) : null}
      <FormButtons disabled={!userId} form={id} isBusy={edit.isBusy} onCancel={onClose} />
    </>
  );
  return (
    <Dialog
      footer={buttons}
      lead={t.assignMore}
      onClose={onClose}
      title={t.assignTitle(ownerName(owner))}
    >
      <form className="grid gap-4" id={id} onSubmit={submit} ref={place}>
        <MemberSelect
          by="user_id"
          isField
          label={t.member}
          nobody={t.noChoice}
          onChange={setUserId}
          value={userId}
        />
      </form>
      <FailureNotice error={edit.error} />
      <StaleDialog fields={fieldNames} onReload={onClose} stale={edit.stale} />
    </Dialog>
  );
}
