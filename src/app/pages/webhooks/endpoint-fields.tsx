import { useStore } from '@tanstack/react-form';
import { useTexts } from '../../text/language.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import type { EndpointForm } from './endpoint-form.ts';
import { endpointTexts } from './endpoints/texts.ts';
import { EventChoice } from './event-choice.tsx';

type Props = { form: ReturnType<typeof useSchemaForm<EndpointForm>>['form'] };

/** The fields of an endpoint, new or existing. */
export function EndpointFields({ form }: Props) {
  const t = useTexts(endpointTexts);
  const events = useStore(form.store, ({ values }) => values.events);
  return (
    <>
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
    </>
  );
}
