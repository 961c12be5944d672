import { useId } from 'react';
import { z } from 'zod';
import type { Passkey } from '../../../features/passkeys/passkeys.schema.ts';
import { lineText } from '../../../shared/text.ts';
import { client, queryClient, trpc } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { profileTexts } from './texts.ts';

const schema = z.object({ name: lineText(1, 100) });

type Props = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const t = useTexts(profileTexts);
  const ui = useTexts(uiTexts);
  const id = useId();
  const rename = useOwnAction(client.account.renamePasskey.mutate, async () => {
    await queryClient.invalidateQueries(trpc.account.passkeys.queryFilter());
    await queryClient.invalidateQueries(trpc.account.securityLog.pathFilter());
    showToast(t.saved);
    onClose();
  });
  const { form, error, isBusy } = useSchemaForm({
    defaults: { name: passkey.name },
    schema,
    submit: ({ name }) => rename.orThrow({ passkey_id: passkey.id, name }),
  });
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button form={id} isBusy={isBusy} look="primary" type="submit">
        {ui.save}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={t.renamePasskey}>
      <Form error={error} id={id} onSubmit={form.handleSubmit}>
        <form.AppField name="name">
          {(field) => <field.Text autoComplete="off" hint={t.passkeyNameHint} label={t.name} />}
        </form.AppField>
      </Form>
    </Dialog>
  );
}
