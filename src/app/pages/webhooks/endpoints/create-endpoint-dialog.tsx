import { useStore } from '@tanstack/react-form';
import { client } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTexts } from '../../../text/language.ts';
import { formSchema, typedOf, valuesIn } from '../../../ui/field-values.ts';
import { useSchemaForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { EndpointFields, newEndpointFields } from '../endpoint-form.tsx';
import { typesAmong } from '../event-types.ts';
import type { MadeSecret } from '../secret-shown.tsx';
import { endpointTexts } from './texts.ts';

type Props = { onClose: () => void; onMade: (made: MadeSecret) => void };

export function CreateEndpointDialog({ onClose, onMade }: Props) {
  const t = useTexts(endpointTexts);
  const create = useAction(client.webhooks.createEndpoint.mutate, (answer) => {
    onMade({ endpointId: answer.id, secret: answer.secret ?? '' });
  });
  const sent = useSchemaForm({
    draft: 'new-endpoint',
    defaults: { ...typedOf(newEndpointFields), url: 'https://' },
    schema: formSchema(newEndpointFields),
    submit: (typed) => {
      const { events, ...content } = valuesIn(newEndpointFields, typed);
      return create.orThrow({ ...content, events: typesAmong(events) });
    },
  });
  const hasEvents = useStore(sent.form.store, ({ values }) => values.events !== '');
  return (
    <FormDialog
      button={{ disabled: !hasEvents }}
      onClose={onClose}
      sent={sent}
      title={t.create}
      verb={t.create}
    >
      <EndpointFields form={sent.form} />
    </FormDialog>
  );
}
