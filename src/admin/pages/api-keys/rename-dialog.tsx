import { useId, useState } from 'react';
import { z } from 'zod';
import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { lineText } from '../../../shared/text.ts';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { reloadKeys } from './reload-keys.ts';
import { keyTexts } from './texts.ts';

type Props = { apiKey: ListedKey; onClose: () => void };

const schema = z.object({ name: lineText(1, 100) });

export function RenameDialog({ apiKey, onClose }: Props) {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const timeZone = useTimeZone();
  const id = useId();
  const { key_id } = apiKey;
  // The version that was seen, not the one that the page reads meanwhile.
  const [version, setVersion] = useState(apiKey.version);
  const rename = useAction(client.apiKeys.rename.mutate, async () => {
    await reloadKeys();
    showToast(t.renamed);
    onClose();
  });
  const { form, error, isBusy } = useSchemaForm({
    defaults: { name: apiKey.name },
    schema,
    submit: ({ name }) => rename.orThrow({ key_id, name, version }),
  });
  const isStale = codeOf(rename.error) === 'stale';
  const overwrite = async () => {
    const now = await client.apiKeys.get.query({ key_id });
    setVersion(now.version);
    await rename.run({ key_id, name: form.state.values.name, version: now.version });
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button form={id} isBusy={isBusy} look="primary" type="submit">
        {ui.save}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={t.rename}>
      <Form error={isStale ? null : error} id={id} onSubmit={form.handleSubmit}>
        <form.AppField name="name">
          {(field) => <field.Text autoComplete="off" label={t.name} />}
        </form.AppField>
      </Form>
      {isStale ? (
        <StaleDialog
          error={rename.error}
          fields={{ name: t.name }}
          onClose={rename.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reloadKeys().then(onClose)}
          timeZone={timeZone}
        />
      ) : null}
    </Dialog>
  );
}
