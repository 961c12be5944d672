import { useStore } from '@tanstack/react-form';
import { endpointFields } from '../../../features/webhooks/endpoint-fields.schema.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { listenCommand } from '../../text/listen-command.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import type { Typed } from '../../ui/field-values.ts';
import type { useSchemaForm } from '../../ui/form.tsx';
import { endpointTexts } from './endpoints/texts.ts';
import { EventChoice } from './event-choice.tsx';
import { typesAmong } from './event-types.ts';

const { url, description, events } = endpointFields;
/** What people fill in of a new endpoint. */
export const newEndpointFields = { url, description, events };
type EndpointForm = Typed<typeof newEndpointFields>;

type Props = { form: ReturnType<typeof useSchemaForm<EndpointForm>>['form'] };

/** The fields of an endpoint, new or existing. */
export function EndpointFields({ form }: Props) {
  const t = useTexts(endpointTexts);
  const language = useLanguage();
  const typed = useStore(form.store, ({ values }) => values.events.split('\n'));
  return (
    <>
      <form.AppField name="url">
        {(field) => (
          <div className="grid gap-2">
            <field.Text
              autoComplete="off"
              hint={url.hint[language]}
              inputMode="url"
              label={url.label[language]}
              spellCheck={false}
            />
            {/* The server refuses what only the person's own machine can reach. */}
            {field.state.meta.errors.length > 0 ? (
              <>
                <p className="text-sm text-soft">{t.ownMachine}</p>
                <CopyLine text={listenCommand()} />
              </>
            ) : null}
          </div>
        )}
      </form.AppField>
      <FieldInputs of={{ description }} />
      <form.AppField name="events">
        {(field) => (
          <EventChoice
            chosen={typesAmong(typed)}
            onChange={(types) => field.handleChange(types.join('\n'))}
          />
        )}
      </form.AppField>
    </>
  );
}
