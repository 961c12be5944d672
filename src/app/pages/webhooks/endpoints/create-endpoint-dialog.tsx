import { useStore } from '@tanstack/react-form';
import { useId } from 'react';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { type EndpointForm, endpointForm } from '../endpoint-form.ts';
import { EventChoice } from '../event-choice.tsx';
import { reloadWebhooks } from '../reload-webhooks.ts';
import type { MadeSecret } from '../secret-shown.tsx';
import { endpointTexts } from './texts.ts';

type Props = { onClose: () => void; onMade: (made: MadeSecret) => void };

export function CreateEndpointDialog({ onClose, onMade }: Props) {
  const t = useTexts(endpointTexts);
  const id = useId();
  const create = useAction(client.webhooks.createEndpoint.mutate, async (answer) => {
    await reloadWebhooks();
    onMade({ endpointId: answer.id, secret: answer.secret ?? '' });
  });
  const { form, error, isBusy } = useSchemaForm<EndpointForm>({
    draft: 'new-endpoint',
    defaults: { url: 'https://', description: '', events: [] },
    schema: endpointForm,
    submit: ({ url, description, events }) =>
      create.orThrow({ url: url.trim(), events, description: description.trim() || null }),
  });
  const events = useStore(form.store, ({ values }) => values.events);
  const buttons = (
    <FormButtons
      disabled={events.length === 0}
      form={id}
      isBusy={isBusy}
      onCancel={onClose}
      verb={t.create}
    />
  );
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.create}>
      <Form error={error} id={id} onSubmit={form.handleSubmit}>
        <form.AppField name="url">
          {(field) => (
            <field.Text
              autoComplete="off"
              hint={t.urlHint}
              inputMode="url"
              label={t.url}
              spellCheck={false}
            />
          )}
        </form.AppField>
        <form.AppField name="description">
          {(field) => <field.Text hint={t.descriptionHint} label={t.description} />}
        </form.AppField>
        <form.AppField name="events">
          {(field) => <EventChoice chosen={events} onChange={field.handleChange} />}
        </form.AppField>
      </Form>
    </Dialog>
  );
}
