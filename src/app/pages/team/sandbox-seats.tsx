import { setSeatsInput } from '../../../features/sandboxes/sandboxes.schema.ts';
import type { OwnTeam } from '../../../features/team/team.schema.ts';
import { sandboxFields } from '../../../features/team/team-fields.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { formSchema, typedOf, valuesIn } from '../../ui/field-values.ts';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { sandboxTexts } from './sandbox-texts.ts';

/** The seats of the sandbox in which the person works. */
export function SandboxSeats({ team }: { team: OwnTeam }) {
  const t = useTexts(sandboxTexts);
  const save = useAction(client.sandboxes.setSeats.mutate, () => {
    showToast(t.seatsSaved);
  });
  const sent = useSchemaForm({
    defaults: typedOf(sandboxFields, team),
    schema: formSchema(sandboxFields, setSeatsInput.shape),
    submit: (typed) => save.orThrow(valuesIn(sandboxFields, typed)),
  });
  return (
    <Section id="seats" lead={t.seatsLead} title={t.seatsTitle}>
      <Form sent={sent} verb={t.saveSeats}>
        <FieldInputs of={sandboxFields} />
      </Form>
    </Section>
  );
}
