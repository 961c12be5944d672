import { z } from 'zod';
import { setSeatsInput } from '../../../features/sandboxes/sandboxes.schema.ts';
import type { OwnTeam } from '../../../features/team/team.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { sandboxTexts } from './sandbox-texts.ts';

/** Turns the typed text into a number for the server. */
const schema = z.object({
  seats: z.string().refine((typed) => setSeatsInput.safeParse({ seats: Number(typed) }).success),
});

/** The seats of the sandbox in which the person works. */
export function SandboxSeats({ team }: { team: OwnTeam }) {
  const t = useTexts(sandboxTexts);
  const save = useAction(client.sandboxes.setSeats.mutate, () => {
    showToast(t.seatsSaved);
  });
  const sent = useSchemaForm({
    defaults: { seats: `${team.seats}` },
    schema,
    submit: ({ seats }) => save.orThrow({ seats: Number(seats) }),
  });
  const { form } = sent;
  return (
    <Section id="seats" lead={t.seatsLead} title={t.seatsTitle}>
      <Form sent={sent} verb={t.saveSeats}>
        <form.AppField name="seats">
          {(field) => (
            <field.Text
              autoComplete="off"
              inputMode="numeric"
              invalid={t.seatsInvalid}
              label={t.seats}
            />
          )}
        </form.AppField>
      </Form>
    </Section>
  );
}
