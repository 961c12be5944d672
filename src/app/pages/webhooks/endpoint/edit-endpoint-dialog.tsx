import { useStore } from '@tanstack/react-form';
import { useId, useState } from 'react';
import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { subscribableEvents } from '../../../../features/webhooks/subscribable-events.ts';
import { hasState, type StateOf, stateWord } from '../../../../shared/states.ts';
import { client } from '../../../api/client.ts';
import { useEdit } from '../../../api/use-edit.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { StaleDialog } from '../../../ui/stale-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { EndpointFields, type EndpointForm, endpointForm } from '../endpoint-form.tsx';
import { endpointTexts } from '../endpoints/texts.ts';
import { endpointPageTexts } from './texts.ts';

type Props = { endpoint: EndpointDetail; onClose: () => void };

/** Edits an endpoint. It sends only changed fields, because a new URL asks for a fresh proof. */
export function EditEndpointDialog({ endpoint, onClose }: Props) {
  const t = useTexts(endpointPageTexts);
  const list = useTexts(endpointTexts);
  const id = useId();
  // The dialog keeps the endpoint that the person saw, although the page reads it again later.
  const [seen] = useState(endpoint);
  const edit = useEdit({
    send: (values: EndpointForm, version, options) => {
      const input = { endpoint_id: seen.id, version, ...changesOf(seen, values) };
      return client.webhooks.changeEndpoint.mutate(input, options);
    },
    newest: () => client.webhooks.getEndpoint.query({ endpoint_id: seen.id }),
    mine: (values) => changesOf(seen, values),
    done: () => {
      showToast(t.saved);
      onClose();
    },
  });
  const { form, place, error, isBusy } = useSchemaForm<EndpointForm>({
    defaults: {
      url: seen.url,
      description: seen.description ?? '',
      events: subscribableEvents.filter((type) => seen.events.includes(type)),
    },
    schema: endpointForm,
    submit: (values) => edit.save(values, seen.version),
  });
  const hasEvents = useStore(form.store, ({ values }) => values.events.length > 0);
  const buttons = (
    <FormButtons disabled={!hasEvents} form={id} isBusy={isBusy} onCancel={onClose} />
  );
  const language = useLanguage();
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.edit}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        <EndpointFields form={form} />
      </Form>
      <StaleDialog
        fields={fieldNames(list)}
        onReload={onClose}
        show={(field, value) =>
          field === 'status' && hasState('endpoint', String(value))
            ? stateWord('endpoint', String(value) as StateOf<'endpoint'>, language)
            : undefined
        }
        stale={edit.stale}
      />
    </Dialog>
  );
}

function fieldNames({ url, description, events, state }: (typeof endpointTexts)['de']) {
  return { url, description, events, status: state };
}

function changesOf(seen: EndpointDetail, form: EndpointForm) {
  const { events } = form;
  const url = form.url.trim();
  const description = form.description.trim() || null;
  return {
    ...(url !== seen.url && { url }),
    ...(description !== seen.description && { description }),
    ...(events.join() !== seen.events.join() && { events }),
  };
}
