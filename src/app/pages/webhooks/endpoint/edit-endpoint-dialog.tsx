import { useStore } from '@tanstack/react-form';
import { useId, useState } from 'react';
import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { client } from '../../../api/client.ts';
import { codeOf } from '../../../api/failure.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { useTexts } from '../../../text/language.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { StaleDialog } from '../../../ui/stale-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { type EndpointForm, endpointForm } from '../endpoint-form.ts';
import { endpointTexts } from '../endpoints/texts.ts';
import { EventChoice } from '../event-choice.tsx';
import { chosenTypes } from '../event-types.ts';
import { reloadWebhooks } from '../reload-webhooks.ts';
import { oneTexts } from './texts.ts';

type Props = { endpoint: EndpointDetail; onClose: () => void };

/**
 * Edits an endpoint. It sends only what was changed, because only another URL asks for a fresh
 * proof (P200).
 */
export function EditEndpointDialog({ endpoint, onClose }: Props) {
  const t = useTexts(oneTexts);
  const list = useTexts(endpointTexts);
  const timeZone = useTimeZone();
  const id = useId();
  // The endpoint that was seen, not the one that the page reads meanwhile.
  const [seen] = useState(endpoint);
  const change = useAction(client.webhooks.changeEndpoint.mutate, async () => {
    await reloadWebhooks();
    showToast(t.saved);
    onClose();
  });
  const inputOf = (form: EndpointForm, version: string) => ({
    endpoint_id: seen.id,
    version,
    ...changesOf(seen, form),
  });
  const { form, error, isBusy } = useSchemaForm<EndpointForm>({
    defaults: {
      url: seen.url,
      description: seen.description ?? '',
      events: chosenTypes.filter((type) => seen.events.includes(type)),
    },
    schema: endpointForm,
    submit: (values) => change.orThrow(inputOf(values, seen.version)),
  });
  const events = useStore(form.store, ({ values }) => values.events);
  const isStale = codeOf(change.error) === 'stale';
  const overwrite = async () => {
    const now = await client.webhooks.getEndpoint.query({ endpoint_id: seen.id });
    await change.run(inputOf(form.state.values, now.version));
  };
  const buttons = (
    <FormButtons disabled={events.length === 0} form={id} isBusy={isBusy} onCancel={onClose} />
  );
  return (
    <Dialog footer={buttons} onClose={onClose} title={t.edit}>
      <Form error={isStale ? null : error} id={id} onSubmit={form.handleSubmit}>
        <form.AppField name="url">
          {(field) => (
            <field.Text
              autoComplete="off"
              hint={list.urlHint}
              inputMode="url"
              label={list.url}
              spellCheck={false}
            />
          )}
        </form.AppField>
        <form.AppField name="description">
          {(field) => <field.Text hint={list.descriptionHint} label={list.description} />}
        </form.AppField>
        <form.AppField name="events">
          {(field) => <EventChoice chosen={events} onChange={field.handleChange} />}
        </form.AppField>
      </Form>
      {isStale ? (
        <StaleDialog
          error={change.error}
          fields={fieldNames(list)}
          onClose={change.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reloadWebhooks().then(onClose)}
          timeZone={timeZone}
        />
      ) : null}
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
