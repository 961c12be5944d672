import { useStore } from '@tanstack/react-form';
import { z } from 'zod';
import { text } from '../../../shared/text.ts';
import { useTexts } from '../../text/language.ts';
import { listenCommand } from '../../text/listen-command.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import type { useSchemaForm } from '../../ui/form.tsx';
import { endpointTexts } from './endpoints/texts.ts';
import { EventChoice } from './event-choice.tsx';
import type { ChosenType } from './event-types.ts';

/** What the browser checks before it sends. The server says exactly what is wrong with a URL. */
export const endpointForm = z.object({
  url: z.string(),
  description: text(500),
  events: z.array(z.custom<ChosenType>()),
});
export type EndpointForm = z.input<typeof endpointForm>;

type Props = { form: ReturnType<typeof useSchemaForm<EndpointForm>>['form'] };

/** The fields of an endpoint, new or existing. */
export function EndpointFields({ form }: Props) {
  const t = useTexts(endpointTexts);
  const events = useStore(form.store, ({ values }) => values.events);
  return (
    <>
      <form.AppField name="url">
        {(field) => (
          <div className="grid gap-2">
            <field.Text
              autoComplete="off"
              hint={t.urlHint}
              inputMode="url"
              label={t.url}
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
      <form.AppField name="description">
        {(field) => <field.Text hint={t.descriptionHint} label={t.description} />}
      </form.AppField>
      <form.AppField name="events">
        {(field) => <EventChoice chosen={events} onChange={field.handleChange} />}
      </form.AppField>
    </>
  );
}
