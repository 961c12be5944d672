import { useStore } from '@tanstack/react-form';
import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { endpointFields } from '../../../../features/webhooks/endpoint-fields.schema.ts';
import { states } from '../../../../shared/web/states.ts';
import { client } from '../../../api/client.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { useEditForm } from '../../../ui/edit-form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { EndpointFields, newEndpointFields } from '../endpoint-form.tsx';
import { typesAmong } from '../event-types.ts';
import { endpointPageTexts } from './texts.ts';

type Props = { endpoint: EndpointDetail; onClose: () => void };

/** Edits an endpoint. It sends only changed fields, because a new URL asks for a fresh proof. */
export function EditEndpointDialog({ endpoint, onClose }: Props) {
  const t = useTexts(endpointPageTexts);
  const language = useLanguage();
  const id = { endpoint_id: endpoint.id };
  const statuses = Object.entries(states.endpoint);
  const { sent, stale } = useEditForm({
    fields: newEndpointFields,
    others: { status: endpointFields.status },
    choices: { status: statuses.map(([one, words]) => [one, words[language]]) },
    object: endpoint,
    send: ({ events, ...changes }, options) => {
      const types = events && { events: typesAmong(events) };
      return client.webhooks.changeEndpoint.mutate({ ...id, ...changes, ...types }, options);
    },
    newest: () => client.webhooks.getEndpoint.query(id),
    done: () => {
      showToast(t.saved);
      onClose();
    },
    onReload: onClose,
  });
  const hasEvents = useStore(sent.form.store, ({ values }) => values.events !== '');
  return (
    <FormDialog
      below={stale}
      button={{ disabled: !hasEvents }}
      onClose={onClose}
      sent={sent}
      title={t.edit}
    >
      <EndpointFields form={sent.form} />
    </FormDialog>
  );
}
