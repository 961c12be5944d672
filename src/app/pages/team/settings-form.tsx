import { changeTeamInput, type OwnTeam } from '../../../features/team/team.schema.ts';
import { teamFields } from '../../../features/team/team-fields.schema.ts';
import { isLanguage, languages } from '../../../shared/language/language.ts';
import { client } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { useEditForm } from '../../ui/edit-form.tsx';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { teamPageTexts } from './texts.ts';

/** The orders to choose from: each language alone, and each language followed by the others. */
const orders = [
  ...languages.map((one) => [one]),
  ...languages.map((first) => [first, ...languages.filter((one) => one !== first)]),
];

const more = { name: { autoComplete: 'organization' }, time_zone: { list: 'time-zones' } };

/** The settings that admins change. */
export function SettingsForm({ team }: { team: OwnTeam }) {
  const t = useTexts(teamPageTexts);
  const ui = useTexts(uiTexts);
  const choices = {
    languages: orders.map((order) => {
      const names = order.map((name) => t.languageNames[name]);
      return [order.join('\n'), names.join(', ')] as const;
    }),
  };
  const { sent, stale } = useEditForm({
    draft: 'team-settings',
    fields: teamFields,
    checks: changeTeamInput.shape,
    choices,
    object: team,
    send: ({ languages: order, ...changes }, options) => {
      const chosen = order && { languages: order.filter(isLanguage) };
      return client.team.change.mutate({ ...changes, ...chosen }, options);
    },
    newest: () => client.team.get.query({}),
    done: () => showToast(t.saved),
  });
  return (
    <Section id="settings" title={t.settings}>
      <Form look="primary" sent={sent} verb={ui.save}>
        <FieldInputs choices={choices} more={more} of={teamFields} />
        <TimeZones />
      </Form>
      {stale}
    </Section>
  );
}

/** The time zones that the browser knows, to choose from while the person types. */
function TimeZones() {
  return (
    <datalist id="time-zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
