import { useStore } from '@tanstack/react-form';
import { useId } from 'react';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { EndpointFields, type EndpointForm, endpointForm } from '../endpoint-form.tsx';
import type { MadeSecret } from '../secret-shown.tsx';
import { endpointTexts } from './texts.ts';

type Props = { onClose: () => void; onMade: (made: MadeSecret) => void };

export function CreateEndpointDialog({ onClose, onMade }: Props) {
  const t = useTexts(endpointTexts);
  const id = useId();
  const create = useAction(client.webhooks.createEndpoint.mutate, (answer) => {
    onMade({ endpointId: answer.id, secret: answer.secret ?? '' });
  });
  const { form, place, error, isBusy } = useSchemaForm<EndpointForm>({
    draft: 'new-endpoint',
    defaults: { url: 'https://', description: '', events: [] },
    schema: endpointForm,
    submit: ({ url, description, events }) =>
      create.orThrow({ url: url.trim(), events, description: description.trim() || null }),
  });
  const hasEvents = useStore(form.store, ({ values }) => values.events.length > 0);
  const buttons = (
    <FormButtons
      disabled={!hasEvents}
      form={id}
      isBusy={isBusy}
      onCancel={onClose}
      verb={t.create}
    />
  );
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.create}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <EndpointFields form={form} />
      </Form>
    </Dialog>
  );
}
